import { type Moved, moveTeam } from '#server/teamMove/move'
import { printNote, runAndReport } from '#cli/report'
import { clean, printJson } from './print.ts'

interface MoveFlags {
  from: string
  to: string
  key: string
  fromFiles?: string
  toFiles?: string
  undo: boolean
  json: boolean
}

/** `rivulet team move`. Returns the exit code. */
export function move(team: string, { json, ...flags }: MoveFlags): Promise<number> {
  return runAndReport(async () => {
    const stopping = new AbortController()
    const stop = () => stopping.abort(new Error('The command was told to stop.'))
    process.once('SIGINT', stop).once('SIGTERM', stop)
    const moved = await moveTeam({ team, ...flags, signal: stopping.signal, onStep: printNote })
    if (json) return printMoved(moved)
    process.stdout.write(`${describe(moved)}\n`)
    if (moved.outcome !== 'undone')
      printNote('Lead its people and apps to the servers of --to. Until then, those of --from answer them with 503.')
  })
}

function printMoved({ team, outcome, rows, files, closedMs }: Moved): void {
  printJson({ team: team.id, outcome, rows, files, closed_ms: closedMs })
}

function describe({ team, outcome, rows, files, closedMs }: Moved): string {
  // Of a team that has left both databases only the id is known.
  const name = team.name === '' ? team.id : `${clean(team.name)} (${team.id})`
  if (outcome === 'undone') return `The move of ${name} is undone. The team works where it was.`
  if (outcome === 'finished') return `${name} had moved already. What was left of it in --from is removed.`
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0)
  const held = (closedMs / 1000).toFixed(1)
  return `${name} has moved: ${count} rows, ${files} files. It took no writes for ${held} s.`
}
