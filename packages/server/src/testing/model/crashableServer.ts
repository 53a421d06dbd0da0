import { readConfig } from '#config'
import { onTestFinished } from 'vitest'
import { insertChannel } from '#domain/channels/insert'
import { logEntry } from '#domain/log/entry'
import { type RunningServer, start } from '#server/start'
import { Clock } from '#store/clock'
import type { Tx } from '#store/db'
import { workspaceFile } from '#testing/workspace/workspace'
import type { Storage } from './storage.ts'

export type CrashableServer = Awaited<ReturnType<typeof startCrashableServer>>

export const teamId = 'T0ACME'
const memberIds = ['U0ANA', 'U0BEN', 'U0SCOUT', 'U0ROBIN']
export const tokens = { Scout: 'xoxb-scout', Robin: 'xoxb-robin' }

const file = `
version: 1
settings:
  stream: { idle_timeout: 620s }
teams:
  - id: T0ACME
    name: Acme
    domain: acme
    policies: { rate_limits: { assistant.threads.setStatus: 1000000 } }
    users: [{ id: U0ANA, name: ana }, { id: U0BEN, name: ben }]
    channels: [{ id: C0THREAD, name: thread, general: true, members: [U0ANA, U0BEN, A0SCOUT, A0ROBIN] }]
apps:
  - { id: A0SCOUT, bot_id: B0SCOUT, bot_user: U0SCOUT, installed_in: [T0ACME], manifest: { display_information: { name: Scout } } }
  - { id: A0ROBIN, bot_id: B0ROBIN, bot_user: U0ROBIN, installed_in: [T0ACME], manifest: { display_information: { name: Robin } } }
tokens:
  - { token: xoxb-scout, kind: bot, app: A0SCOUT, team: T0ACME, scopes: ['chat:write'] }
  - { token: xoxb-robin, kind: bot, app: A0ROBIN, team: T0ACME, scopes: ['chat:write'] }
`

/** Starts a whole server that can be crashed and comes back with what was stored. It consists of nodes, usually one. */
export async function startCrashableServer(storage: Storage, nodeCount = 1) {
  const unexpectedErrors: unknown[] = []
  // The machine's clock goes on when a process crashes.
  const clock = new Clock(undefined, { follows: false })
  const nodes: (RunningServer | undefined)[] = []
  const launchIds: symbol[] = []
  for (let node = 0; node < nodeCount; node++) nodes[node] = await launch(node, node === 0)
  let current = 0
  let channel: string | undefined
  let latest = 0
  onTestFinished(async () => {
    for (const node of nodes) await node?.stop()
  })
  return {
    unexpectedErrors,
    nodeCount,
    checkEvery: storage.checkEvery,
    /** The node of `url` and `store`, counted from 0. */
    get node() {
      return current
    },
    get url() {
      return currentServer().url
    },
    get store() {
      return currentServer().store
    },
    /** From now on, `url` and `store` are those of this node. */
    goTo(node: number) {
      current = node
    },
    goToAnother() {
      current = (current + 1) % nodeCount
    },
    /** Every node looks for what the others have done. */
    hearAll() {
      for (const node of nodes) void node?.store.look?.()
    },
    /** Creates an empty channel. The clock is later than ever before, and the unexpected errors are cleared. */
    async createFreshChannel(): Promise<string> {
      // A node may not have come back from the last crash.
      for (let node = 0; node < nodeCount; node++) nodes[node] ??= await launch(node, false)
      current = 0
      unexpectedErrors.length = 0
      clock.advance(Math.max(latest - clock.now(), 0) + 1000)
      latest = clock.now()
      const before = channel
      channel = await currentServer().store.write(async (tx) => {
        if (before) await deleteChannel(tx, before)
        return insertChannel(tx, teamId, { kind: 'public', name: 'fresh', creator: 'U0ANA', members: memberIds })
      })
      return channel
    },
    moveClock(seconds: number) {
      clock.advance(seconds * 1000)
      latest = Math.max(latest, clock.now())
    },
    /** Crashes the current node. */
    async crash() {
      const node = current
      const before = currentServer()
      nodes[node] = undefined
      launchIds[node] = Symbol('crashed')
      await storage.crash(node)
      await before.stop()
      nodes[node] = await launch(node, false)
    },
  }

  function currentServer(): RunningServer {
    const running = nodes[current]
    if (!running) throw new Error('The server did not come back from a crash.')
    return running
  }

  async function launch(node: number, first: boolean): Promise<RunningServer> {
    const me = (launchIds[node] = Symbol('launch'))
    return start({
      config: readConfig({ port: 0, data: ':memory:', metrics: 'off' }, {}),
      dev: true,
      workspace: first ? workspaceFile(file) : undefined,
      store: await storage.open(clock, node),
      // Ignores the errors of a crashed server.
      onUnexpectedError: (error) => me === launchIds[node] && unexpectedErrors.push(error),
    })
  }
}

/** Keeps the channels of earlier runs out of the way. */
async function deleteChannel(tx: Tx, channelId: string): Promise<void> {
  await tx.updateTable('channels').set({ deleted: true }).where('id', '=', channelId).execute()
  tx.work.log(logEntry('channel', teamId, { channelId }))
}
