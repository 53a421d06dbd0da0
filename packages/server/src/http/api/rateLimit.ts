import type { CallWindow, SharedWindows } from '#bus/sharedWindows'
import type { Grant } from '#domain/access/grants'
import { Refusal } from '#domain/refusal'
import type { Settings } from '#domain/settings/settings'
import { SlidingWindow } from '#domain/access/slidingWindow'
import { type Method, rates } from '#rpc/method'
import type { Db } from '#store/db'
import { CacheRegion } from '#store/cache'
import type { MaybePromise } from '#store/maybePromise'
import type { PerMinute } from '#store/tables/policies'

const windows = new CacheRegion<SlidingWindow>(() => undefined)

/**
 * [ORD 11, STA-6] Counts one call of an app in a team against the method's rate limit, if it has one. `shared` counts what
 * other processes admit too. What this process alone would refuse is refused without asking there.
 */
export function countCall(
  db: Db,
  method: Method,
  grant: Grant,
  settings: Settings,
  shared: SharedWindows | undefined,
): MaybePromise<void> {
  const limit = limitOf(method, grant, settings)
  if (limit === undefined) return
  const { teamId, enterpriseId, app, userId } = grant.caller
  const key = `${method.name}/${teamId || enterpriseId}/${app?.id ?? userId}`
  const known = windows.valuesIn(db)
  let window = known.get(key)
  if (!window) known.set(key, (window = new SlidingWindow()))
  const now = db.clock.now()
  const over = window.take(limit, now)
  if (over) throw tooOften(method, over.retryAfter)
  return (
    shared &&
    countShared(shared, key, toWindow(limit), (wait) => {
      window.giveBack(now)
      throw tooOften(method, Math.max(1, Math.ceil(wait / 1000)))
    })
  )
}

async function countShared(
  shared: SharedWindows,
  key: string,
  rule: CallWindow,
  refuse: (waitMs: number) => never,
): Promise<void> {
  const wait = await shared.take(key, rule)
  if (wait !== undefined && wait > 0) refuse(wait)
}

function toWindow(limit: PerMinute): CallWindow {
  return typeof limit === 'number' ? { limit, burst: limit } : limit
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
