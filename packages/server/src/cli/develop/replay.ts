import { writeOutput } from '#cli/terminal/output'
import { runAndReport } from '#cli/report'
import { WrongUsage } from '#cli/terminal/failure'
import { createPaint } from '#cli/terminal/paint'
import type { JournalEntry } from '#http/development/journal/journalEntry'
import { toLine } from './journalLine.ts'
import { Names } from './names.ts'
import { findServer, type Place } from '#cli/servers/findServer'

interface ReplayFlags extends Place {
  retry: boolean
  json: boolean
}

/** `rivulet replay`: prints the entry that came of it. Returns the exit code. */
export function replay(text: string, { retry, json, ...place }: ReplayFlags): Promise<number> {
  return runAndReport(async () => {
    const number = /^#?(\d{1,15})$/.exec(text)?.[1]
    if (number === undefined)
      throw new WrongUsage(`${JSON.stringify(text)} is no number of an entry: \`rivulet tail\` shows them.`)
    const server = await findServer(place)
    const { seq } = await server.post<{ seq: number }>('/control/replay', { seq: Number(number), retry })
    const { entries } = await server.get<{ entries: JournalEntry[] }>(`/control/journal?after=${seq - 1}`)
    const [entry] = entries
    if (json) return writeOutput(`${JSON.stringify({ ok: true, seq, entry: entry ?? null }, undefined, 2)}\n`)
    const names = new Names(server)
    await names.load()
    const line = entry ? toLine(entry, names, createPaint(), process.stdout.columns) : `The new entry is ${seq}.`
    await writeOutput(`${line}\n`)
  })
}
