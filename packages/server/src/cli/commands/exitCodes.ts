import type { Command } from 'commander'

const exits = new WeakMap<Command, string>()

/** Says in the help of a command what its exit code 1 stands for. */
export function describeExit(command: Command, failure: string): Command {
  exits.set(command, failure)
  return command
}

/** The exit codes of a command, for its help and the docs. */
export function exitCodesOf(command: Command): [code: number, meaning: string][] {
  return [
    [0, 'it is done'],
    [1, exits.get(command) ?? 'it failed'],
    [2, 'it was used wrongly: a flag, an argument, a setting or a file'],
  ]
}

/** Adds the exit codes to the help of every command below. */
export function addExitCodes(program: Command): void {
  program.addHelpText('afterAll', ({ command }) => {
    const lines = exitCodesOf(command).map(([code, meaning]) => `  ${code}  ${meaning}`)
    return `\nExit codes:\n${lines.join('\n')}`
  })
}
