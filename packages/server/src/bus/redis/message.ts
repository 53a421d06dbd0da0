import type { FollowedEntry, News } from '#store/news'

/** What goes over the channel of a team, and over the one that all have. */
export type Message = News | { team?: undefined; moved?: [team: string, last: number][]; changed?: true }

/** Undefined if it is nothing that a process of this or a neighbouring version has sent. That is like a lost message. */
export function parseMessage(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return isMessage(message) ? message : undefined
  } catch {
    return undefined
  }
}

function isMessage(message: unknown): message is Message {
  if (!isObject(message)) return false
  const { team, last, logged, moved, changed } = message
  if (team !== undefined) return isMove([team, last]) && (logged === undefined || isLogged(logged, team, last))
  return (changed === undefined || changed === true) && (moved === undefined || isList(moved, isMove))
}

function isMove(move: unknown): move is [team: string, last: number] {
  return Array.isArray(move) && move.length === 2 && typeof move[0] === 'string' && isNumber(move[1])
}

/** On PostgreSQL, which is below every bus, each team counts 1, 2, 3 …: all entries after a number follow it without a gap. */
function isLogged(logged: unknown, team: unknown, last: unknown): logged is Required<News>['logged'] {
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

function isList<T>(list: unknown, isOne: (one: unknown) => one is T): list is T[] {
  return Array.isArray(list) && list.every(isOne)
}

function isNumber(number: unknown): number is number {
  return Number.isSafeInteger(number) && Number(number) >= 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
