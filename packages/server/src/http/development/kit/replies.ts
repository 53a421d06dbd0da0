import type { Happenings } from './happenings.ts'
import { type Message, toMessage } from './message.ts'
import type { SeenMessage, Sight } from './sight.ts'

/** What is answered: a message, with the root of its thread if it is in one; or something in a channel. */
export interface Answered {
  channel: string
  ts?: string | undefined
  threadTs?: string | undefined
}

export interface WantedReply {
  team: string
  /** The id of an app. */
  app: string
  /** A message that is posted, or a stream that has ended; or a stream that is open. */
  state: 'ended' | 'streaming'
  /** The position of the log after which it has to come, if it answers no message. */
  after: number
  to: Answered | undefined
  /** Messages that do not count, by `keyOf`. */
  except: ReadonlySet<string>
}

/** The first message of an app that is wanted, in the order in which messages were begun. */
export async function findReply(
  sight: Sight,
  happenings: Happenings,
  { team, app, state, after, to, except }: WantedReply,
): Promise<Message | undefined> {
  const since = to?.ts === undefined ? after : positionAfter(happenings, to.channel, to.ts)
  const { entries } = happenings
  for (const [key, { channel, ts, first, last }] of writtenIn(happenings, team)) {
    if (last < since || except.has(key) || (to && to.channel !== channel)) continue
    const object = await sight.message(team, channel, ts)
    if (!object || object.app_id !== app || stateOf(object) !== state || isOfSystem(object)) continue
    // A message counts from when it was posted, not from when it was changed; a stream until it ends.
    if (first < since && object.streaming_state === undefined) continue
    if (!to || answers(to, object.thread_ts)) return toMessage(object, entries)
  }
  return undefined
}

export function keyOf({ channel, ts }: { channel: string; ts: string }): string {
  return `${channel} ${ts}`
}

/** The position after the first entry about a message; 0 if it is not known. */
function positionAfter({ entries, first }: Happenings, channel: string, ts: string): number {
  const found = entries.findIndex((entry) => entry.channel_id === channel && entry.ts === ts)
  return found < 0 ? 0 : first + found + 1
}

/** The messages that a team's log tells of, in the order in which they were begun, with their first and last entry. */
function writtenIn({ entries, first: start }: Happenings, teamId: string) {
  const written = new Map<string, { channel: string; ts: string; first: number; last: number }>()
  for (const [i, { kind, channel_id: channel, ts, team_id: team }] of entries.entries()) {
    if (team !== teamId || (kind !== 'message' && kind !== 'ephemeral') || channel === null || ts === null) continue
    const key = keyOf({ channel, ts })
    written.set(key, { channel, ts, first: written.get(key)?.first ?? start + i, last: start + i })
  }
  return written
}

function stateOf({ streaming_state: state }: SeenMessage): WantedReply['state'] {
  return state === 'in_progress' ? 'streaming' : 'ended'
}

function isOfSystem({ subtype }: SeenMessage): boolean {
  return subtype?.startsWith('channel_') === true || subtype === 'assistant_app_thread'
}

/** A message in no thread may be answered in its channel, or in its own thread. */
function answers({ ts, threadTs }: Answered, thread: string | undefined): boolean {
  const isRoot = ts !== undefined && (threadTs === undefined || threadTs === ts)
  if (isRoot) return thread === undefined || thread === ts
  return threadTs === undefined || thread === threadTs
}
