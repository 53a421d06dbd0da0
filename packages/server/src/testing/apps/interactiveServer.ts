import { connectApp, type DispatchEnvelope } from './socketModeClient.ts'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'
import { connectViewer } from '#testing/feed/viewer'

const features = {
  bot_user: { display_name: 'Scout' },
  app_home: { home_tab_enabled: true, messages_tab_enabled: true },
  unfurl_domains: ['example.com'],
  slash_commands: [
    { command: '/ask', description: 'Asks Scout', usage_hint: '[what]' },
    { command: '/escape', description: 'Escapes', should_escape: true },
  ],
  shortcuts: [
    { name: 'Note', type: 'global', callback_id: 'note', description: 'Takes a note' },
    { name: 'Keep', type: 'message', callback_id: 'keep', description: 'Keeps a message' },
  ],
}

interface InteractiveServerOptions {
  answerDispatch?: (question: DispatchEnvelope) => object | 'silent' | undefined
  /** The URL of Scout, if it does not use Socket Mode. */
  url?: string
  /** Whether Scout is connected. */
  connected?: boolean
}

/** The workspace file: people interact with Scout; Quiet is another app. */
export function interactiveAppFile(url?: string): string {
  const file = JSON.parse(scoutFile({ events: ['app_home_opened', 'message.channels'], socketMode: url === undefined }))
  for (const { id, manifest } of file.apps) {
    if (id !== 'A0SCOUT') continue
    const commands = features.slash_commands.map((command) => ({ ...command, ...(url ? { url } : {}) }))
    manifest.features = { ...features, slash_commands: commands }
    if (url) manifest.settings.interactivity = { is_enabled: true, request_url: url, message_menu_options_url: url }
  }
  return JSON.stringify(file)
}

/** Starts the whole server with Scout connected. People interact through the control API. */
export async function startInteractiveServer({
  answerDispatch,
  url,
  connected = url === undefined,
}: InteractiveServerOptions = {}) {
  const server = await startServer({ file: interactiveAppFile(url) })
  const app = connected ? await connectApp(server.url, answerDispatch ? { answerDispatch } : {}) : undefined
  return { ...server, app: app!, interact, call, watchFeed, postToResponseUrl, readLastDispatch }

  /** Performs an interaction of a person, U0ANA by default. */
  async function interact(verb: string, body: object, user = 'U0ANA', team = 'T0ACME') {
    return (await server.request('POST', `/control/${verb}`, { team, user, ...body })).body
  }
  async function call(method: string, args: object, token = 'xoxb-acme-scout') {
    return (await server.request('POST', `/api/${method}`, args, { authorization: `Bearer ${token}` })).body
  }
  /** Connects a browser of the person to the feed. */
  function watchFeed(user = 'U0ANA') {
    return connectViewer(server.url, user)
  }
  /** Posts to a response URL. */
  async function postToResponseUrl(address: unknown, body: object) {
    return server.request('POST', String(address).replace(server.url, ''), body)
  }
  /** The payload of the last interaction dispatched to Scout; waits for the first. */
  async function readLastDispatch(): Promise<Record<string, any>> {
    await app!.until(() => app!.dispatches().length > 0)
    return app!.dispatches().at(-1)!.payload
  }
}

export const plainText = (text: string) => ({ type: 'plain_text', text })
export const buttons = [
  {
    type: 'actions',
    block_id: 'b',
    elements: [
      { type: 'button', action_id: 'go', text: plainText('Go'), value: 'now' },
      {
        type: 'static_select',
        action_id: 'pick',
        options: ['one', 'two'].map((value) => ({ text: plainText(value), value })),
      },
    ],
  },
]
export function modalView(blocks: object[] = [], more: object = {}) {
  return { type: 'modal', title: plainText('Title'), submit: plainText('Send'), blocks, ...more }
}
export function textField(blockId: string, more: object = {}, element: object = {}) {
  const field = { type: 'plain_text_input', action_id: 'text', ...element }
  return { type: 'input', block_id: blockId, label: plainText(blockId), element: field, ...more }
}
