import { setTimeout as sleep } from 'node:timers/promises'
import { createSlackAdapter, type SlackAdapter } from '@chat-adapter/slack'
import { createMemoryState } from '@chat-adapter/state-memory'
import { type Adapter, Chat } from 'chat'
import { onTestFinished } from 'vitest'
import { createControlClient } from './control.ts'
import type { Server } from './server.ts'

/** Creates an app on the Chat SDK, in Socket Mode, that is given only its tokens and the address of the server. */
export async function createChatApp(server: Server): Promise<{ bot: Chat; slack: SlackAdapter }> {
  const slack = createSlackAdapter({
    mode: 'socket',
    botToken: 'xoxb-acme-chat',
    appToken: 'xapp-acme-chat',
    apiUrl: server.api,
    agentView: true,
    logger: silent,
  })
  // The cast: where optional properties are exact, the package's own class does not fit its own interface.
  const adapters = { slack: slack as unknown as Adapter }
  const bot = new Chat({ userName: 'chat', adapters, state: createMemoryState(), logger: silent })
  onTestFinished(async () => {
    await waitUntilDelivered(server)
    await bot.shutdown()
  })
  return { bot, slack }
}

/** The adapter throws where nobody can catch it if an event comes while it shuts down. */
async function waitUntilDelivered(server: Server): Promise<void> {
  const { listDeliveries } = createControlClient(server)
  for (let still = 0, before = -1; still < 10;) {
    await sleep(50)
    const outcomes = [...(await listDeliveries()).values()]
    const isStill = outcomes.length === before && outcomes.every((outcome) => outcome !== 'sent')
    still = isStill ? still + 1 : 0
    before = outcomes.length
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
