import type { ViewerCommand } from 'rivulet/feedProtocol'

/** What a text means that begins with a slash: a command with what stands behind it. A path is no command. */
export function commandIn(text: string): { command: string; text: string } | undefined {
  const [, command, rest = ''] = /^(\/[^\s/]+)(?:\s+([\s\S]*))?$/.exec(text) ?? []
  return command ? { command: command.toLowerCase(), text: rest.trim() } : undefined
}

/** The commands that somebody may mean who has typed so much; none once it is a whole one. */
export function matchingCommands(text: string, commands: readonly ViewerCommand[]): ViewerCommand[] {
  if (!/^\/[^\s/]*$/.test(text)) return []
  const wanted = text.toLowerCase()
  return commands
    .filter(({ command }) => command.startsWith(wanted) || command.includes(wanted.slice(1)))
    .toSorted(
      (a, b) =>
        Number(b.command.startsWith(wanted)) - Number(a.command.startsWith(wanted)) ||
        a.command.localeCompare(b.command),
    )
    .slice(0, 8)
}
