import type { CountedWindows } from '#domain/access/countedWindows'
import type { Grant } from '#domain/access/grants'
import { Refusal } from '#domain/refusal'
import type { Settings } from '#domain/settings/settings'
import { type Method, rates } from '#rpc/method'
import { andThen, type MaybePromise } from '#store/maybePromise'
import type { PerMinute } from '#store/tables/policies'

/**
 * [ORD 11, STA-6] Counts one call of an app in a team at the time `now` against the method's rate limit, if it has one. If
 * the limit changes, the calls that were admitted before still count.
 */
export function countCall(
  windows: CountedWindows,
  method: Method,
  grant: Grant,
  settings: Settings,
  now: number,
): MaybePromise<void> {
  const limit = limitOf(method, grant, settings)
  if (limit === undefined) return
  const { teamId, enterpriseId, app, userId } = grant.caller
  const key = `${method.name}/${teamId || enterpriseId}/${app?.id ?? userId}`
  return andThen(windows.take(key, limit, now), (over) => {
    if (over) throw tooOften(method, over.retryAfter)
  })
}

function tooOften({ name }: Method, retryAfter: number): Refusal {
  return new Refusal('ratelimited', `${name} was called too often; try again in ${retryAfter} s.`, { retryAfter })
}

function limitOf(method: Method, { team }: Grant, settings: Settings): PerMinute | undefined {
  const ofTeam = team?.policies.rate_limits?.[method.name]
  if (ofTeam !== undefined) return ofTeam
  if (method.perMinute !== undefined) return method.perMinute
  const tier = rates[method.rate]
  return settings.rateTiers && Number.isFinite(tier) ? tier : undefined
}
