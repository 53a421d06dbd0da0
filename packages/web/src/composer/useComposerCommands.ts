import type { ViewerCommand } from 'rivulet/feedProtocol'
import { useEffect, useRef, useState } from 'react'
import { pageId, sendInteraction, type InteractionResult } from '#store/interactions/sendInteraction.ts'
import { useWorkspace, workspace } from '#store/workspace/workspace.ts'
import { fetchUntilLoaded } from '#ui/lazy/fetchUntilLoaded.ts'
import { t } from '#words/t.ts'
import { meCommand, ownCommands, parseCommand } from './commands.ts'

/** If an app takes longer than this, the composer shows that it waits for the app. */
const showWaitingAfterMs = 400

/** The commands and shortcuts of a composer. `restore` puts the text of a failed command back, if it can. */
export function useComposerCommands(channel: string, threadTs: string | undefined, restore: (text: string) => boolean) {
  const commands = useWorkspace((state) => state.commands)
  const hasMe = commands.some(({ command }) => command.toLowerCase() === meCommand.command)
  const [waitingFor, setWaitingFor] = useState<string>()
  const [error, setError] = useState<string>()
  const completed = useRef<ViewerCommand>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function waitFor(app: string, interaction: Promise<InteractionResult<object>>, typed?: string): Promise<void> {
    setError(undefined)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setWaitingFor(appLabel(app)), showWaitingAfterMs)
    const result = await interaction
    clearTimeout(timer.current)
    setWaitingFor(undefined)
    if (result.ok) return
    const restored = typed === undefined || restore(typed)
    setError(restored ? result.detail : t('{reason} You had written: {text}', { reason: result.detail, text: typed }))
  }

  async function runOwn(text: string, typed: string): Promise<void> {
    const { inviteByCommand } = await fetchUntilLoaded(() => import('#late.ts'))
    const wrong = await inviteByCommand(channel, text)
    setError(wrong)
    if (wrong) restore(typed)
  }

  return {
    commands: [...ownCommands, ...(hasMe ? [] : [meCommand]), ...commands],
    waitingFor,
    error,
    clearError: () => setError(undefined),
    /** Remembers which of several commands with the same name the person completed. */
    setCompleted: (command: ViewerCommand) => (completed.current = command),
    /**
     * Runs the text if it is a command: `sent` to the app, or `invalid` with an error. Undefined if it is no command.
     * `encode` returns it with the ids of those whom it mentions.
     */
    runCommand(typed: string, encode: () => string): 'sent' | 'invalid' | undefined {
      const parsed = parseCommand(typed)
      if (!parsed) return undefined
      if (ownCommands.some(({ command }) => command === parsed.command)) {
        void runOwn(encode(), typed)
        return 'sent'
      }
      const matching = commands.filter(({ command }) => command.toLowerCase() === parsed.command)
      const [first] = matching
      if (!hasMe && parsed.command === meCommand.command) return undefined
      if (!first) {
        setError(
          t('There is no command {command}. To send it as a message, begin with a space.', { command: parsed.command }),
        )
        return 'invalid'
      }
      const { app_id, command } = matching.find((one) => one.app_id === completed.current?.app_id) ?? first
      const interaction = sendInteraction('command', {
        channel,
        ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
        command,
        text: parsed.text,
        app_id,
        page: pageId,
      })
      void waitFor(app_id, interaction, typed)
      return 'sent'
    },
    runShortcut: (app_id: string, callback_id: string) =>
      void waitFor(app_id, sendInteraction('shortcut', { app_id, callback_id, page: pageId })),
  }
}

function appLabel(app: string): string {
  return Object.values(workspace.getState().users).find((user) => user.app_id === app)?.label ?? t('the app')
}
