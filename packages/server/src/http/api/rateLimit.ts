import type { Grant } from '#domain/access/grants'
import { Refusal } from '#domain/refusal'
import type { Settings } from '#domain/settings/settings'
import { SlidingWindow } from '#domain/access/slidingWindow'
import { type Method, rates } from '#rpc/method'
import type { Db } from '#store/db'
import { CacheRegion } from '#store/cache'
import type { PerMinute } from '#store/tables/policies'

const windows = new CacheRegion<SlidingWindow>(() => undefined)

/** [ORD 11, STA-6] Counts one call of an app in a team against the method's rate limit, if it has one. */
export function countCall(db: Db, method: Method, grant: Grant, settings: Settings): void {
  const limit = limitOf(method, grant, settings)
  if (limit === undefined) return
  const { teamId, enterpriseId, app, userId } = grant.caller
  const key = `${method.name}/${teamId || enterpriseId}/${app?.id ?? userId}`
  const known = windows.valuesIn(db)
  let window = known.get(key)
  if (!window) known.set(key, (window = new SlidingWindow()))
  const over = window.take(limit, db.clock.now())
  if (!over) return
  throw new Refusal('ratelimited', `${method.name} was called too often; try again in ${over.retryAfter} s.`, over)
}

function limitOf(method: Method, { team }: Grant, settings: Settings): PerMinute | undefined {
  const ofTeam = team?.policies.rate_limits?.[method.name]
  if (ofTeam !== undefined) return ofTeam
  if (method.perMinute !== undefined) return method.perMinute
  const tier = rates[method.rate]
  return settings.rateTiers && Number.isFinite(tier) ? tier : undefined
}
