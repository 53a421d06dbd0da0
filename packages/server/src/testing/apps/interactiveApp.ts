import { anAppClient, type Question } from './socketModeClient.ts'
import { aServer } from '#testing/server/server'
import { socketApp } from '#testing/workspace/scout'
import { aViewer } from '#testing/feed/viewer'

const features = {
  bot_user: { display_name: 'Scout' },
  app_home: { home_tab_enabled: true, messages_tab_enabled: true },
  slash_commands: [
    { command: '/ask', description: 'Asks Scout', usage_hint: '[what]' },
    { command: '/escape', description: 'Escapes', should_escape: true },
  ],
  shortcuts: [
    { name: 'Note', type: 'global', callback_id: 'note', description: 'Takes a note' },
    { name: 'Keep', type: 'message', callback_id: 'keep', description: 'Keeps a message' },
  ],
}

interface Given {
  answers?: (question: Question) => object | 'silent' | undefined
  /** Where Scout listens, in place of Socket Mode. */
  url?: string
  /** Whether Scout is connected. */
  connected?: boolean
}

/** The workspace file: Scout shows things that people act on; Quiet is another app. */
export function actingApp(url?: string): string {
  const file = JSON.parse(socketApp({ events: ['app_home_opened', 'message.channels'], socketMode: url === undefined }))
  for (const { id, manifest } of file.apps) {
    if (id !== 'A0SCOUT') continue
    const commands = features.slash_commands.map((command) => ({ ...command, ...(url ? { url } : {}) }))
    manifest.features = { ...features, slash_commands: commands }
    if (url) manifest.settings.interactivity = { is_enabled: true, request_url: url, message_menu_options_url: url }
  }
  return JSON.stringify(file)
}

/** The whole server with Scout at work, and people who act by the control API. */
export async function anActingServer({ answers, url, connected = url === undefined }: Given = {}) {
  const server = await aServer({ file: actingApp(url) })
  const app = connected ? await anAppClient(server.url, answers ? { answers } : {}) : undefined
  return { ...server, app: app!, act, call, watch, respond, asked }

  /** A person acts: `U0ANA`, unless it is somebody else. */
  async function act(verb: string, body: object, user = 'U0ANA', team = 'T0ACME') {
    return (await server.ask('POST', `/control/${verb}`, { team, user, ...body })).body
  }
  async function call(method: string, args: object, token = 'xoxb-acme-scout') {
    return (await server.ask('POST', `/api/${method}`, args, { authorization: `Bearer ${token}` })).body
  }
  /** What a person's browser is told. */
  function watch(user = 'U0ANA') {
    return aViewer(server.url, user)
  }
  /** Says something at a response_url. */
  async function respond(address: unknown, body: object) {
    return server.ask('POST', String(address).replace(server.url, ''), body)
  }
  /** The last thing that Scout was asked. */
  async function asked(): Promise<Record<string, any>> {
    await app!.until(() => app!.questions().length > 0)
    return app!.questions().at(-1)!.payload
  }
}

export const plain = (text: string) => ({ type: 'plain_text', text })
export const buttons = [
  {
    type: 'actions',
    block_id: 'b',
    elements: [
      { type: 'button', action_id: 'go', text: plain('Go'), value: 'now' },
      {
        type: 'static_select',
        action_id: 'pick',
        options: ['one', 'two'].map((value) => ({ text: plain(value), value })),
      },
    ],
  },
]
export function aModal(blocks: object[] = [], more: object = {}) {
  return { type: 'modal', title: plain('Title'), submit: plain('Send'), blocks, ...more }
}
export function textField(blockId: string, more: object = {}, element: object = {}) {
  const field = { type: 'plain_text_input', action_id: 'text', ...element }
  return { type: 'input', block_id: blockId, label: plain(blockId), element: field, ...more }
}
