import { copyFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as tick } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { now, resetClock, turnClock } from '#domain/clock'
import { createChannel } from '#domain/channels/list'
import { entry } from '#domain/log/entry'
import { type Running, start } from '#start'
import type { Store, Tx } from '#store/db'
import { openPostgres } from '#store/postgres/open'
import { openSqlite } from '#store/sqlite/open'
import { aDatabaseFile } from '#testing/server/databases'
import { workspaceFile } from '#testing/workspace/workspace'

/** Where a server keeps its data, and what is left of it when the process dies at a moment. */
export interface Medium {
  open: () => Promise<Store>
  die: () => void | Promise<void>
  /** All is read and compared after so many commands: reading takes its time. */
  readAfter: number
}

export const teamId = 'T0ACME'
const everybody = ['U0ANA', 'U0BEN', 'U0SCOUT', 'U0ROBIN']
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
export async function aMortalServer(medium: Medium) {
  const defects: unknown[] = []
  let living = Symbol('living')
  let running: Running | undefined = await begin(true)
  let place: string | undefined
  let latest = 0
  onTestFinished(async () => {
    resetClock()
    await running?.drain()
  })
  return {
    defects,
    readAfter: medium.readAfter,
    get url() {
      return itself().url
    },
    get store() {
      return itself().store
    },
    /** A channel in which nobody has spoken, at a time that has never been, on a server that has shown no defect. */
    async anew(): Promise<string> {
      // It may not have come back from a crash.
      running ??= await begin(false)
      defects.length = 0
      turnClock(Math.max(latest - now(), 0) + 1000)
      latest = now()
      const before = place
      place = await running.store.write(async (tx) => {
        if (before) await forget(tx, before)
        return createChannel(tx, teamId, { kind: 'public', name: 'fresh', creator: 'U0ANA', members: everybody })
      })
      return place
    },
    turn(seconds: number) {
      turnClock(seconds * 1000)
      latest = Math.max(latest, now())
    },
    async crash() {
      const before = itself()
      running = undefined
      living = Symbol('living')
      await medium.die()
      await before.drain()
      running = await begin(false)
    },
  }

  function itself(): Running {
    if (!running) throw new Error('The server did not come back from a crash.')
    return running
  }

  async function begin(first: boolean): Promise<Running> {
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
      store: await medium.open(),
      // What one says that died is told to nobody.
      onDefect: (defect) => me === living && defects.push(defect),
    })
  }
}

/** What was said in earlier runs is in nobody's way. */
async function forget(tx: Tx, channelId: string): Promise<void> {
  await tx.updateTable('channels').set({ deleted: true }).where('id', '=', channelId).execute()
  tx.work.log(entry('channel', teamId, { channelId }))
}

/**
 * A file of which death leaves what the kernel has of it at that moment, in the middle of whatever is going on.
 * `forgetful`: but for what was added to streams, so that a test can be seen to fail.
 */
export function aFile({ forgetful = false } = {}): Medium {
  let path = aDatabaseFile()
  let before = `${path}.0`
  let died = 0
  return {
    // A short log is begun anew often, and soon copied.
    open: () => openSqlite(path, { longestWal: 200 }),
    readAfter: 1,
    die() {
      const left = path.replace(/(\.\d+)?$/, `.${++died}`)
      // Its frames may be going into the database meanwhile: what of them is there twice does no harm.
      for (const end of ['-wal', '']) copyFileSync(path + end, left + end)
      // The dead one still has its files open: those of the one before go.
      for (const end of ['', '-wal', '-shm']) rmSync(before + end, { force: true })
      before = path
      path = left
      if (forgetful) forgetDeltas(path)
    },
  }
}

function forgetDeltas(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`delete from log where kind = 'delta'`)
  database.close()
}

/**
 * A schema of PostgreSQL, of which death leaves what was committed when all connections to it are ended, in the middle
 * of whatever is going on. The machine stays, so commits need no sync.
 */
export function aSchema(url: string): Medium {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const unsynced = new URL(url)
  unsynced.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`)
  unsynced.searchParams.set('application_name', schema)
  let admin: pg.Client | undefined
  return {
    open: () => openPostgres(unsynced.href, { schema }),
    readAfter: 8,
    async die() {
      admin ??= await anAdmin(url)
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

async function anAdmin(url: string): Promise<pg.Client> {
  const admin = new pg.Client(url)
  await admin.connect()
  onTestFinished(() => admin.end())
  return admin
}
