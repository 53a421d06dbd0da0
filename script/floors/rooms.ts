import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const maxFiles = 15
const maxLines = 250
const maxLinesOfHelper = 150

/** Reports folders with too many files and files with too many lines for a newcomer to grasp at a glance. */
export function judgeRooms(root: string, sources: string[]): string[] {
  const folders = Map.groupBy(
    sources.filter((path) => !path.includes('.test.')),
    dirname,
  )
  const full = [...folders].filter(([, files]) => files.length > maxFiles)
  const written = sources.filter((path) => !path.includes('.generated.'))
  return [
    ...full.map(([folder, files]) => `${folder} has ${files.length} files besides its tests, at most ${maxFiles}.`),
    ...written.flatMap((path) => {
      const lines = countLines(readFileSync(join(root, path), 'utf8'))
      const most = /(?<!^packages)\/testing\//.test(path) && !path.includes('.test.') ? maxLinesOfHelper : maxLines
      return lines > most ? [`${path} has ${lines} lines, at most ${most}.`] : []
    }),
  ]
}

/** Counts like `wc -l`. */
function countLines(text: string): number {
  return text.split('\n').length - 1
}
