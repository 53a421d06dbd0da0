import type { ViewerCommand } from 'rivulet/feedProtocol'
import { useEffect, useRef, useState } from 'react'
import { act, page, type Acted } from '#store/act.ts'
import { useWorkspace, workspace } from '#store/workspace.ts'
import { commandIn } from './commands.ts'

/** How long an app may take before it is said that it is asked. */
const patience = 400

/** Commands and shortcuts of a composer: who is asked, and why it was not done. */
export function useCommands(channel: string, threadTs: string | undefined, restore: (text: string) => boolean) {
  const commands = useWorkspace((state) => state.commands)
  const [asked, setAsked] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const picked = useRef<ViewerCommand>(undefined)
  const late = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(late.current), [])

  async function ask(app: string, asking: Promise<Acted<object>>, said?: string): Promise<void> {
    setTrouble(undefined)
    clearTimeout(late.current)
    late.current = setTimeout(() => setAsked(labelOf(app)), patience)
    const answer = await asking
    clearTimeout(late.current)
    setAsked(undefined)
    if (answer.ok) return
    const kept = said === undefined || restore(said)
    setTrouble(kept ? answer.detail : `${answer.detail} You had written: ${said}`)
  }

  return {
    commands: threadTs === undefined ? commands : [],
    asked,
    trouble,
    forget: () => setTrouble(undefined),
    choose: (command: ViewerCommand) => (picked.current = command),
    /** Whether the text was a command; then it is done, or said why not. */
    run(said: string): 'done' | 'kept' | undefined {
      const meant = commandIn(said)
      if (!meant) return undefined
      const known = commands.filter((one) => one.command.toLowerCase() === meant.command)
      const [first] = known
      if (!first || threadTs !== undefined) {
        setTrouble(
          first
            ? 'Commands do not work in threads. Use it in the conversation itself.'
            : `There is no command ${meant.command}. To write it as a message, begin with a space.`,
        )
        return 'kept'
      }
      const own = known.find((one) => one.app_id === picked.current?.app_id) ?? first
      const { app_id, command } = own
      void ask(app_id, act('command', { channel, command, text: meant.text, app_id, page }), said)
      return 'done'
    },
    use: (app_id: string, callback_id: string) => void ask(app_id, act('shortcut', { app_id, callback_id, page })),
  }
}

function labelOf(app: string): string {
  return Object.values(workspace.getState().users).find((user) => user.app_id === app)?.label ?? 'the app'
}
