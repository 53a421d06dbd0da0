import type { ViewerCommand } from 'rivulet/feedProtocol'
import { t } from '#words/t.ts'

/** [ACT-32] The commands of the client itself. They win over those of apps. */
export const ownCommands: readonly ViewerCommand[] = [
  { app_id: '', command: '/invite', usage_hint: '@name', description: t('Brings people and apps into the channel') },
]
/** [MSG-10] A message of what somebody does: sent as it was typed, unless an app has a command of that name. */
export const meCommand: ViewerCommand = {
  app_id: '',
  command: '/me',
  usage_hint: t('what you do'),
  description: t('Says what you do'),
}

/** Splits `/command text`; undefined for any other text, such as a file path. */
export function parseCommand(text: string): { command: string; text: string } | undefined {
  const [, command, rest = ''] = /^(\/[^\s/]+)(?:\s+([\s\S]*))?$/.exec(text) ?? []
  return command ? { command: command.toLowerCase(), text: rest.trim() } : undefined
}

/** The commands that match what was typed so far; none once a space follows the command. */
export function findCommands(text: string, commands: readonly ViewerCommand[]): ViewerCommand[] {
  if (!/^\/[^\s/]*$/.test(text)) return []
  const query = text.toLowerCase()
  return commands
    .filter(({ command }) => command.startsWith(query) || command.includes(query.slice(1)))
    .toSorted(
      (a, b) =>
        Number(b.command.startsWith(query)) - Number(a.command.startsWith(query)) || a.command.localeCompare(b.command),
    )
    .slice(0, 8)
}
