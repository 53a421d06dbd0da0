import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createBoltApp } from '#testing/bolt'
import { createControlClient } from '#testing/control'
import { createClient } from '#testing/sdk'
import { startServer, type Server } from '#testing/server'
import { readCalls } from './pageSnippets.ts'

const run = promisify(execFile)
const calls = readCalls('docs', 'control-api.md')
const [saidAt, answeredAt, execution, made] = ['1795236427.420000', '1795236427.519000', 'Fx0A1B2C3D4E', 'T07K2M9QX4']

test('the commands of the page about the control API answer as printed', async () => {
  const server = await startServer({})
  const stage = await createStage(server)
  expect(calls.length).toBeGreaterThan(15)
  for (const { command, printed } of calls) {
    await stage.prepare(command)
    const call = stage.named.entries().reduce((text, [name, here]) => text.replaceAll(name, here), command)
    const setting = `curl() { command curl -s --fail-with-body "$@"; }\nURL=${server.url}\nJSON='content-type: application/json'`
    const { stdout } = await run('bash', ['-euc', `${setting}\n${call}`])
    const answer = JSON.parse(stdout) as Record<string, unknown>
    if (printed === undefined) continue
    expect(Object.keys(answer), command).toEqual(Object.keys(JSON.parse(printed) as object))
    for (const value of Object.values(answer))
      for (const name of [saidAt, execution])
        if (printed.includes(name) && !stage.named.has(name)) stage.named.set(name, String(value))
  }
})

/** What the page takes for granted before some of its commands, and what its ids are called here. */
async function createStage(server: Server) {
  const named = new Map<string, string>()
  const brook = createClient(server, 'xoxb-demo-brook')
  const { sendMessage } = createControlClient(server, 'T0WILLOW')
  const thread = () => ({ channel: 'C0LAUNCH', thread_ts: named.get(saidAt) ?? '' })
  const steps: Record<string, () => Promise<unknown>> = {
    '/control/workspaces/': async () => {
      const answer = await fetch(`${server.url}/control/workspaces`, { method: 'POST' })
      named.set(made, ((await answer.json()) as { team: { id: string } }).team.id)
    },
    '/control/function ': () => startScout(server),
    '/control/stop': async () => {
      const recipient = { recipient_user_id: 'U0BEN', recipient_team_id: 'T0WILLOW' }
      const { ts = '' } = await brook.chat.startStream({ ...thread(), ...recipient, markdown_text: 'Almost. ' })
      named.set(answeredAt, ts)
    },
    '/control/press': async () => {
      const app = createBoltApp(server, '', undefined, { token: 'xoxb-demo-brook', appToken: 'xapp-demo-brook' })
      app.action('approve', async ({ ack }) => ack())
      await app.start()
      const button = { type: 'button', action_id: 'approve', text: { type: 'plain_text', text: 'Approve' } } as const
      const blocks = [{ type: 'actions', elements: [button] }] as const
      const { ts = '' } = await brook.chat.postMessage({ ...thread(), text: 'All in?', blocks: [...blocks] })
      const stopped = named.get(answeredAt) ?? ''
      await expect(brook.chat.appendStream({ channel: 'C0LAUNCH', ts: stopped, markdown_text: 'x' })).rejects.toThrow()
      named.set(answeredAt, ts)
    },
    '/control/replay': async () => {
      const { entries } = (await (await fetch(`${server.url}/control/journal`)).json()) as { entries: Entry[] }
      named.set('"seq":117', `"seq":${entries.find(({ kind }) => kind === 'call')?.seq}`)
    },
    'event=app_mention': () => sendMessage('U0BEN', 'C0LAUNCH', '<@U0BROOK> are you there?'),
  }
  const prepare = async (command: string) => {
    for (const [part, step] of Object.entries(steps)) if (command.includes(part)) await step()
  }
  return { named, prepare }
}

/** Gives the app of the page a function and a command, and runs it. */
async function startScout(server: Server): Promise<void> {
  const manifest = {
    display_information: { name: 'Scout' },
    features: { bot_user: { display_name: 'Scout' }, slash_commands: [{ command: '/ask', description: 'Asks' }] },
    oauth_config: { scopes: { bot: ['chat:write', 'commands'] } },
    functions: {
      double: {
        input_parameters: { number: { type: 'integer' } },
        output_parameters: { result: { type: 'integer' } },
      },
    },
    settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['function_executed'] } },
  }
  const body = JSON.stringify({ manifest, update: true })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const answer = (await (await fetch(`${server.url}/control/apps`, init)).json()) as { app: { tokens: Tokens } }
  const { bot: token, app: appToken } = answer.app.tokens
  const app = createBoltApp(server, '', undefined, { token, appToken })
  app.function('double', async ({ inputs, complete }) => {
    await complete({ outputs: { result: Number(inputs['number']) * 2 } })
  })
  app.command('/ask', async ({ ack }) => ack())
  await app.start()
}

interface Entry {
  seq: number
  kind: string
}

interface Tokens {
  bot: string
  app: string
}
