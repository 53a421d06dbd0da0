import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '#testing/servers/spawnServer'

/** The code blocks of a page, by language. */
export function readSnippets(...path: string[]): Record<string, string[]> {
  const text = readFileSync(join(repository, ...path), 'utf8')
  const found: Record<string, string[]> = {}
  for (const [, language = '', code = ''] of text.matchAll(/^```(\w+)\n(.*?)^```$/gms))
    (found[language] ??= []).push(code)
  return found
}

/** The `curl` commands of a page, in order, each with the answer that is printed below it. */
export function readCalls(...path: string[]): { command: string; printed: string | undefined }[] {
  const lines = (readSnippets(...path)['sh'] ?? []).join('\n').replaceAll('\\\n', ' ').split('\n')
  return lines.flatMap((command, index) => {
    const [, printed] = /^# ([{].*)$/.exec(lines[index + 1] ?? '') ?? []
    return command.startsWith('curl ') ? [{ command, printed }] : []
  })
}
