import type { Command } from 'commander'
import { exitCodesOf } from '#cli/commands/exitCodes'
import { createProgram, leavesOf } from '#cli/program'
import { code, page, table } from './table.ts'

/** The page `docs/command-line.md`. */
export function commandLinePage(): string {
  const program = createProgram((message) => {
    throw new Error(message)
  })
  const leaves = leavesOf(program)
  const rows = leaves.map(({ words, command }) => {
    const name = words.join(' ')
    return [`[${code(`rivulet ${name}`)}](#${`rivulet ${name}`.replaceAll(' ', '-')})`, command.description()]
  })
  return page([
    '<!-- Generated from the tree of commands by `npm run generate`. -->',
    '# The command line',
    'Without a release, the command is `./node_modules/.bin/rivulet` in the repository, after `./script/start` has run once. `rivulet <command> --help` prints what stands here.',
    table(['', ''], rows),
    intro,
    ...leaves.flatMap(({ words, command }) => sectionOf(words, command)),
  ])
}

const intro = `## What all commands have in common

- \`--json\` prints JSON on standard output. What failed is \`{"ok": false, "error": …, "message": …}\` there, and in words on standard error. Only \`dev\` and \`serve\` print nothing there but the line that says they are ready.
- The exit code is 0 if it is done, 1 if it failed, and 2 if it was used wrongly: a flag, an argument, a setting or a file.
- A command, flag, method, argument, setting, event, person, channel, app or error code that does not exist is answered with the one that was probably meant.
- Colours are for terminals, and \`NO_COLOR\` turns them off. What apps and people wrote is printed with its control characters written out (\`\\u001b\`).
- \`rivulet tail\`, \`trigger\`, \`replay\`, \`call\` and \`demo\` find the development server by \`--url\`, then \`RIVULET_URL\`, then in the data directory, then where a server listens by default. Commands that change people, apps, tokens and data do not follow \`RIVULET_URL\`: they work in the data directory or the database of the settings, or where \`--url\` says.
- An address with a password belongs in a variable, \`RIVULET_STORE\` for \`--store\`: everybody on the machine can read the arguments of processes ([why, and other ways](operations.md#process-settings)).
- A token on the command line stays in the shell's history: \`rivulet call\` reads it from \`RIVULET_TOKEN\`, or from standard input with \`--as -\`.
- \`rivulet completions bash\` (or \`zsh\`, \`fish\`) prints what lets the shell complete commands, flags, methods and their arguments.`

function sectionOf(words: readonly string[], command: Command): string[] {
  const name = `rivulet ${words.join(' ')}`
  const args = command.registeredArguments.map((argument) => {
    const dots = argument.variadic ? '...' : ''
    return argument.required ? `<${argument.name()}${dots}>` : `[${argument.name()}${dots}]`
  })
  const help = command.createHelp()
  const flags = command.options.map((option) => [code(option.flags), help.optionDescription(option)])
  const [, [, failure] = [1, '']] = exitCodesOf(command)
  return [
    `## ${name}`,
    command.description(),
    code([name, ...args, ...(flags.length > 0 ? ['[flags]'] : [])].join(' ')),
    ...(args.length > 0
      ? [
          table(
            ['argument', ''],
            command.registeredArguments.map((one, i) => [code(args[i] ?? ''), help.argumentDescription(one)]),
          ),
        ]
      : []),
    ...(flags.length > 0 ? [table(['flag', ''], flags)] : []),
    ...(failure === 'it failed' ? [] : [`Exit code 1: ${failure}.`]),
    `\`\`\`text\n${exampleOf(command)}\n\`\`\``,
  ]
}

/** Each command says in its help how it is used. */
function exampleOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  const [, example = ''] = /^Examples?:\n((?: {2}.*\n?)+)/m.exec(help) ?? []
  if (example === '') throw new Error(`${command.name()} has no example in its help.`)
  return example.replaceAll(/^ {2}/gm, '').trimEnd()
}
