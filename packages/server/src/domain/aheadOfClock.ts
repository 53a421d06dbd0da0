import { toTs } from '#domain/ts'
import type { Db } from '#store/db'

/** A channel whose last ts is this far ahead of the clock was written while the clock was wrong. Milliseconds. */
const aheadMs = 3_600_000
/** How many channels are named. */
const maxNamed = 5

/**
 * [FLT-7] Says which channels are ahead of the clock; undefined if none is. Their new messages carry the time of the last
 * one until the clock has caught up.
 */
export async function describeChannelsAhead(db: Db): Promise<string | undefined> {
  const now = db.clock.now()
  const channels = await db
    .selectFrom('channels')
    .select(['team_id', 'id', 'last_ts'])
    .where('last_ts', '>', (now + aheadMs) * 1000)
    .orderBy('last_ts', 'desc')
    .execute()
  const [first] = channels
  if (!first) return undefined
  const named = channels.slice(0, maxNamed).map(({ team_id, id }) => `${team_id}/${id}`)
  const others = channels.length > maxNamed ? ` and ${channels.length - maxNamed} more` : ''
  const until = new Date(Number(toTs(first.last_ts)) * 1000).toISOString()
  return `The clock says ${new Date(now).toISOString()}, but messages in ${named.join(', ')}${others} are from times up to ${until}. The clock was wrong when they were written, or is wrong now. New messages there follow them in order, with times of that moment.`
}
