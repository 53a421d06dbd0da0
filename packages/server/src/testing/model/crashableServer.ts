import { copyFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as tick } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { insertChannel } from '#domain/channels/insert'
import { logEntry } from '#domain/log/entry'
import { type RunningServer, start } from '#server/start'
import { Clock } from '#store/clock'
import type { Store, Tx } from '#store/db'
import { openPostgres } from '#store/postgres/open'
import { openSqlite } from '#store/sqlite/open'
import { tempDatabasePath } from '#testing/database/databases'
import { workspaceFile } from '#testing/workspace/workspace'

/** Where a server keeps its data, and what is left of it when the process dies at a moment. */
export interface Storage {
  open: (clock: Clock) => Promise<Store>
  crash: () => void | Promise<void>
  /** All is read and compared after so many commands: reading takes its time. */
  readAfter: number
}

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

/** A whole server that can be killed and comes back with what had been kept. */
export async function startCrashableServer(medium: Storage) {
  const unexpectedErrors: unknown[] = []
  // The machine's clock goes on when a process dies.
  const clock = new Clock()
  let living = Symbol('living')
  let running: RunningServer | undefined = await begin(true)
  let place: string | undefined
  let latest = 0
  onTestFinished(async () => {
    await running?.stop()
  })
  return {
    unexpectedErrors,
    readAfter: medium.readAfter,
    get url() {
      return itself().url
    },
    get store() {
      return itself().store
    },
    /** A channel in which nobody has spoken, at a time that has never been, on a server that has shown no unexpected error. */
    async anew(): Promise<string> {
      // It may not have come back from a crash.
      running ??= await begin(false)
      unexpectedErrors.length = 0
      clock.advance(Math.max(latest - clock.now(), 0) + 1000)
      latest = clock.now()
      const before = place
      place = await running.store.write(async (tx) => {
        if (before) await deleteChannel(tx, before)
        return insertChannel(tx, teamId, { kind: 'public', name: 'fresh', creator: 'U0ANA', members: memberIds })
      })
      return place
    },
    turn(seconds: number) {
      clock.advance(seconds * 1000)
      latest = Math.max(latest, clock.now())
    },
    async crash() {
      const before = itself()
      running = undefined
      living = Symbol('living')
      await medium.crash()
      await before.stop()
      running = await begin(false)
    },
  }

  function itself(): RunningServer {
    if (!running) throw new Error('The server did not come back from a crash.')
    return running
  }

  async function begin(first: boolean): Promise<RunningServer> {
    const me = living
    return start({
      config: {
        port: 0,
        host: '127.0.0.1',
        data: ':memory:',
        metrics: 'off',
        app_networks: [],
        socket_lifetime: 18_000_000,
      },
      dev: true,
      workspace: first ? workspaceFile(file) : undefined,
      store: await medium.open(clock),
      // What one says that died is told to nobody.
      onUnexpectedError: (error) => me === living && unexpectedErrors.push(error),
    })
  }
}

/** What was said in earlier runs is in nobody's way. */
async function deleteChannel(tx: Tx, channelId: string): Promise<void> {
  await tx.updateTable('channels').set({ deleted: true }).where('id', '=', channelId).execute()
  tx.work.log(logEntry('channel', teamId, { channelId }))
}

/**
 * A file of which death leaves what the kernel has of it at that moment, in the middle of whatever is going on.
 * `forgetful`: but for what was added to streams, so that a test can be seen to fail.
 */
export function sqliteStorage({ forgetful = false } = {}): Storage {
  let path = tempDatabasePath()
  let before = `${path}.0`
  let died = 0
  return {
    // A short log is begun anew often, and soon copied.
    open: (clock) => openSqlite(path, { maxWalFrames: 200, clock }),
    readAfter: 1,
    crash() {
      const left = path.replace(/(\.\d+)?$/, `.${++died}`)
      // Its frames may be going into the database meanwhile: what of them is there twice does no harm.
      for (const end of ['-wal', '']) copyFileSync(path + end, left + end)
      // The dead one still has its files open: those of the one before go.
      for (const end of ['', '-wal', '-shm']) rmSync(before + end, { force: true })
      before = path
      path = left
      if (forgetful) deleteDeltas(path)
    },
  }
}

function deleteDeltas(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`delete from log where kind = 'delta'`)
  database.close()
}

/**
 * A schema of PostgreSQL, of which death leaves what was committed when all connections to it are ended, in the middle
 * of whatever is going on. The machine stays, so commits need no sync.
 */
export function postgresStorage(url: string): Storage {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const unsynced = new URL(url)
  unsynced.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`)
  unsynced.searchParams.set('application_name', schema)
  let admin: pg.Client | undefined
  return {
    open: (clock) => openPostgres(unsynced.href, { schema, clock }),
    readAfter: 8,
    async crash() {
      admin ??= await connectAdmin(url)
      const killed = await admin.query<{ pid: number }>(
        'select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [schema],
      )
      if (!killed.rowCount) throw new Error('Nobody was there to die.')
      const pids = killed.rows.map(({ pid }) => pid)
      while ((await admin.query('select pid from pg_stat_activity where pid = any($1)', [pids])).rowCount) await tick()
    },
  }
}

async function connectAdmin(url: string): Promise<pg.Client> {
  const admin = new pg.Client(url)
  await admin.connect()
  onTestFinished(() => admin.end())
  return admin
}
