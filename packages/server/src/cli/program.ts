import { Command } from 'commander'
import { addAppCommands } from './commands/apps.ts'
import { addDataCommands } from './commands/data.ts'
import { addDevelopmentCommands } from './commands/develop.ts'
import { addExitCodes } from './commands/exitCodes.ts'
import { addLookCommands } from './commands/look.ts'
import { addPeopleCommands } from './commands/people.ts'
import { addRecordCommands } from './commands/record.ts'
import { addServeCommands } from './commands/serve.ts'
import { addTeamCommands } from './commands/team.ts'
import { addWorkspaceCommands } from './commands/workspace.ts'
import { version } from './version.ts'

/** The tree of all commands. Each loads what it does only when it runs. */
export function createProgram(onWrongUsage: (message: string) => never): Command {
  const program = new Command('rivulet')
    .description('A messaging server for people and agents. Apps connect to it with the official SDKs.')
    .version(version(), '--version', 'print the version')
    .exitOverride((error) => {
      if (error.exitCode === 0) process.exit(0)
      onWrongUsage(
        error.code === 'commander.help' ? 'say which command; --help lists them' : withoutAddress(error.message),
      )
    })
    .showHelpAfterError('(see rivulet --help)')
    .configureOutput({ outputError: (text, write) => write(withoutAddress(text)) })
  addExitCodes(program)
  addServeCommands(program)
  addDevelopmentCommands(program)
  addLookCommands(program)
  addRecordCommands(program)
  addAppCommands(program)
  addPeopleCommands(program)
  addDataCommands(program)
  addTeamCommands(program)
  addWorkspaceCommands(program)
  return program
}

/** [OPS-15] What commander repeats of a wrong command line may be an address with a password. */
function withoutAddress(text: string): string {
  return text.replaceAll(/:\/\/.*/g, '://…').replaceAll(/\S+:\S+@\S+/g, '…')
}

/** The commands that do something, with all words that call them: `user add`. */
export function leavesOf(command: Command, path: readonly string[] = []): { words: string[]; command: Command }[] {
  return command.commands.flatMap((child) => {
    const words = [...path, child.name()]
    return child.commands.length > 0 ? leavesOf(child, words) : [{ words, command: child }]
  })
}
