import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type News, newsOf } from '#store/news'
import type { LogEntry } from '#store/unitOfWork'

/** Rows in one statement. One insert of eight rows costs two thirds of eight inserts. */
const rowsPerStatement = 8

/** Writes entries, and knows their numbers: one process writes, so those of a transaction follow each other. */
export class LogWriter {
  readonly #one: StatementSync
  readonly #several: StatementSync
  /** By team: its newest number. One without any had none greater than `#start`. */
  readonly #last = new Map<string, number>()
  #start: number | undefined

  constructor(main: DatabaseSync) {
    const row = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
    const into = 'insert into log (team_id, kind, channel_id, ts, subject, n, total, at, body, change) values'
    this.#one = main.prepare(`${into} ${row}`)
    this.#several = main.prepare(`${into} ${Array.from({ length: rowsPerStatement }, () => row).join(', ')}`)
  }

  /** Inserts entries, and returns the number of the last. */
  insert(entries: readonly LogEntry[]): number {
    let [next, last] = [0, 0]
    for (; next < entries.length;) {
      const fill = entries.length - next >= rowsPerStatement
      const values: SQLInputValue[] = []
      const until = next + (fill ? rowsPerStatement : 1)
      for (; next < until; next++) addValues(values, entries[next])
      last = Number((fill ? this.#several : this.#one).run(...values).lastInsertRowid)
    }
    return last
  }

  /** The news of entries that were inserted together and are on stable storage. `last`: the number of the last. */
  newsOf(entries: readonly LogEntry[], last: number): News[] {
    if (entries.length === 0) return []
    const before = last - entries.length
    const start = (this.#start ??= before)
    const news = newsOf(
      entries,
      (team) => this.#last.get(team) ?? start,
      (position) => before + position + 1,
    )
    for (const { team, last: newest } of news) this.#last.set(team, newest)
    return news
  }
}

function addValues(values: SQLInputValue[], entry: LogEntry | undefined): void {
  if (!entry) return
  const { team_id, kind, channel_id = null, ts = null, subject = null, n = null, total = null, at } = entry
  values.push(team_id, kind, channel_id, ts, subject, n, total, at, toJson(entry.body), toJson(entry.change))
}

function toJson(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}
