import type { FollowedEntry, News } from '#store/news'

/** What goes over the channel of a team, and over the one that all have. Only the database says that a log has gone back. */
export type Message =
  | Omit<News, 'isAnew'>
  | { team?: undefined; moved?: [team: string, last: number][]; changed?: true }

/**
 * Undefined if it is nothing that a process of this or a neighbouring version has sent. That is like a lost message. Fields
 * that are not known are left out.
 */
export function parseMessage(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text)
    if (!isObject(message)) return undefined
    return message['team'] === undefined ? parseBeat(message) : parseNews(message)
  } catch {
    return undefined
  }
}

function parseNews({ team, last, logged }: Record<string, unknown>): Message | undefined {
  if (typeof team !== 'string' || !isNumber(last)) return undefined
  if (logged === undefined) return { team, last }
  if (!isLogged(logged, team, last)) return undefined
  return { team, last, logged: { after: logged.after, entries: logged.entries.map(knownFields) } }
}

function parseBeat({ moved, changed }: Record<string, unknown>): Message | undefined {
  if ((changed !== undefined && changed !== true) || (moved !== undefined && !isList(moved, isMove))) return undefined
  return { ...(moved && { moved }), ...(changed && { changed }) }
}

function isMove(move: unknown): move is [team: string, last: number] {
  return Array.isArray(move) && move.length === 2 && typeof move[0] === 'string' && isNumber(move[1])
}

/** On PostgreSQL, which is below every bus, each team counts 1, 2, 3 …: all entries after a number follow it without a gap. */
function isLogged(logged: unknown, team: string, last: number): logged is Required<News>['logged'] {
  if (!isObject(logged)) return false
  const { after, entries } = logged
  if (!isNumber(after) || !isList(entries, isEntry)) return false
  return last === after + entries.length && entries.every((one, i) => one.team_id === team && one.seq === after + i + 1)
}

function isEntry(entry: unknown): entry is FollowedEntry {
  if (!isObject(entry)) return false
  const { seq, kind, team_id: team, channel_id: channel, ts, subject, n, body } = entry
  const texts = [channel, ts, subject]
  return (
    [kind, team].every((text) => typeof text === 'string') &&
    texts.every((text) => text === null || typeof text === 'string') &&
    isNumber(seq) &&
    (n === null || isNumber(n)) &&
    typeof body === 'object'
  )
}

function knownFields({ seq, kind, team_id, channel_id, ts, subject, n, body }: FollowedEntry): FollowedEntry {
  return { seq, kind, team_id, channel_id, ts, subject, n, body }
}

function isList<T>(list: unknown, isOne: (one: unknown) => one is T): list is T[] {
  return Array.isArray(list) && list.every(isOne)
}

function isNumber(number: unknown): number is number {
  return Number.isSafeInteger(number) && Number(number) >= 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
