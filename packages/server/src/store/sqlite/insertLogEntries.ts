import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { LogEntry } from '#store/unitOfWork'

/** Rows in one statement. One insert of eight rows costs two thirds of eight inserts. */
const rowsPerStatement = 8

/** Prepares a function that inserts log entries. */
export function prepareLogInsert(main: DatabaseSync): (entries: readonly LogEntry[]) => void {
  const row = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  const into = 'insert into log (team_id, kind, channel_id, ts, subject, n, total, at, body, change) values'
  const one = main.prepare(`${into} ${row}`)
  const several = main.prepare(`${into} ${Array.from({ length: rowsPerStatement }, () => row).join(', ')}`)
  return (entries) => {
    let next = 0
    for (; next + rowsPerStatement <= entries.length; next += rowsPerStatement) {
      const values: SQLInputValue[] = []
      for (let i = next; i < next + rowsPerStatement; i++) addValues(values, entries[i])
      several.run(...values)
    }
    for (; next < entries.length; next++) {
      const values: SQLInputValue[] = []
      addValues(values, entries[next])
      one.run(...values)
    }
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
