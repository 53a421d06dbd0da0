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

/** Starts a whole server that can be crashed and comes back with what was stored. */
export async function startCrashableServer(storage: Storage) {
  const unexpectedErrors: unknown[] = []
  // The machine's clock goes on when a process crashes.
  const clock = new Clock()
  let launchId = Symbol('launch')
  let running: RunningServer | undefined = await launch(true)
  let channel: string | undefined
  let latest = 0
  onTestFinished(async () => {
    await running?.stop()
  })
  return {
    unexpectedErrors,
    checkEvery: storage.checkEvery,
    get url() {
      return currentServer().url
    },
    get store() {
      return currentServer().store
    },
    /** Creates an empty channel. The clock is later than ever before, and the unexpected errors are cleared. */
    async createFreshChannel(): Promise<string> {
      // The server may not have come back from the last crash.
      running ??= await launch(false)
      unexpectedErrors.length = 0
      clock.advance(Math.max(latest - clock.now(), 0) + 1000)
      latest = clock.now()
      const before = channel
      channel = await running.store.write(async (tx) => {
        if (before) await deleteChannel(tx, before)
        return insertChannel(tx, teamId, { kind: 'public', name: 'fresh', creator: 'U0ANA', members: memberIds })
      })
      return channel
    },
    moveClock(seconds: number) {
      clock.advance(seconds * 1000)
      latest = Math.max(latest, clock.now())
    },
    async crash() {
      const before = currentServer()
      running = undefined
      launchId = Symbol('launch')
      await storage.crash()
      await before.stop()
      running = await launch(false)
    },
  }

  function currentServer(): RunningServer {
    if (!running) throw new Error('The server did not come back from a crash.')
    return running
  }

  async function launch(first: boolean): Promise<RunningServer> {
    const me = launchId
    return start({
      config: readConfig({ port: 0, data: ':memory:', metrics: 'off' }, {}),
      dev: true,
      workspace: first ? workspaceFile(file) : undefined,
      store: await storage.open(clock),
      // Ignores the errors of a crashed server.
      onUnexpectedError: (error) => me === launchId && unexpectedErrors.push(error),
    })
  }
}

/** Keeps the channels of earlier runs out of the way. */
async function deleteChannel(tx: Tx, channelId: string): Promise<void> {
  await tx.updateTable('channels').set({ deleted: true }).where('id', '=', channelId).execute()
  tx.work.log(logEntry('channel', teamId, { channelId }))
}
