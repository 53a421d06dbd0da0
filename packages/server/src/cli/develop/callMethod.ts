import { errorCatalogue } from '#cli/errorCatalogue'
import { writeOutput } from '#cli/terminal/output'
import { printNote, runAndReport } from '#cli/report'
import { maskTokens } from '#http/api/secrets'
import type { Method } from '#rpc/method'
import { findMethod, readArguments } from './callArguments.ts'
import type { Answer } from '#cli/servers/developmentServer'
import { findServer, type Place } from '#cli/servers/findServer'
import { findToken } from './tokens.ts'

export interface CallFlags extends Place {
  /** An app, a person, a token, or `-` for the token on standard input. */
  as?: string | undefined
  team?: string | undefined
  /** Sends what the method does not declare, too. */
  any: boolean
  /** Prints the tokens of the answer. */
  reveal: boolean
  json: boolean
}

/** `rivulet call`. Returns the exit code: 1 if the answer is not ok. */
export async function callMethod(name: string, words: readonly string[], flags: CallFlags): Promise<number> {
  let answer: Answer | undefined
  const code = await runAndReport(async () => {
    const method = findMethod(name, flags.any)
    const args = readArguments(words, flags.any ? undefined : method)
    warnOfTokens(words, flags.as)
    const server = await findServer(flags)
    const token = args['token'] === undefined ? await findToken(server, { ...flags, method }) : undefined
    answer = await server.call(name, args, token)
    const text = JSON.stringify(answer, undefined, flags.json ? undefined : 2)
    await writeOutput(`${flags.reveal ? text : maskTokens(text)}\n`)
    if (!answer.ok) explain(method, answer)
  })
  return code === 0 && answer?.ok === false ? 1 : code
}

function explain(method: Method | undefined, { error = 'no error', detail }: Answer): void {
  const meanings = errorCatalogue().get(error) ?? []
  const meaning = meanings.find(({ methods }) => methods === 'all' || methods.includes(method?.name ?? ''))
  const words = [typeof detail === 'string' ? detail : meaning?.wrong, meaning?.remedy].filter(Boolean).join(' ')
  printNote(`${error}${words ? `: ${maskTokens(words)}` : ''}`)
}

/** What stands on a command line is kept in the shell's history, and other users of the machine can read it. */
function warnOfTokens(words: readonly string[], as: string | undefined): void {
  if ([...words, as ?? ''].every((word) => maskTokens(word) === word)) return
  printNote('A token on the command line stays in the history of the shell: give it as RIVULET_TOKEN, or with --as -')
}
