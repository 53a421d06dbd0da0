import type { Command } from 'commander'
import { describeExit } from './exitCodes.ts'

/** `rivulet record` and `rivulet compare`. */
export function addRecordCommands(program: Command): void {
  program
    .command('record')
    .description('Stands between an app and a server of the same wire, and writes what passes. Secrets are masked.')
    .requiredOption('--upstream <url>', 'the server, such as https://slack.com/api/ or http://127.0.0.1:7070')
    .requiredOption('--out <file>', 'the fixture that is written, JSON lines')
    .option('--port <port>', 'the port for the app (0: a free one)', '7071')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--force', 'replace the file if it exists')
    .option('--json', 'print JSON: one line when it is ready, one at the end')
    .addHelpText('after', '\nExample:\n  rivulet record --upstream https://slack.com/api/ --out fixture.jsonl')
    .action(async ({ upstream, out, port, host, force, json }) => {
      const { record } = await import('#cli/record/record')
      process.exitCode = await record({ upstream, out, port, host, force: force === true, json: json === true })
    })
  describeExit(program.command('compare'), 'an answer has another shape than the recorded one')
    .description('Makes the calls of a fixture again, and prints where the answers have another shape.')
    .argument('<fixture>', 'what `rivulet record` has written')
    .option('--url <url>', 'a server to compare, instead of one in memory with the workspace of the fixture')
    .option('--token <placeholder=token>', 'the token for a placeholder, may be repeated', collect)
    .option('--write-workspace <file>', 'only write the workspace that the fixture needs')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet compare fixture.jsonl')
    .action(async (fixture: string, { url, token, writeWorkspace, json }) => {
      const { compare } = await import('#cli/compare/compare')
      process.exitCode = await compare(fixture, { url, tokens: token ?? [], writeWorkspace, json: json === true })
    })
}

function collect(one: string, before: string[] = []): string[] {
  return [...before, one]
}
