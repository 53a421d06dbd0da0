import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { TestRunner } from 'vitest'
import { memoryBus } from '#bus/memory'
import { now, resetClock } from '#domain/clock'
import { hashToken } from '#domain/ids'
import { personCaller } from '#domain/people/actions'
import type { Api } from '#http/api/api'
import { makeApiServer } from '#http/wire/apiServer'
import { Faults } from '#http/development/faults'
import { Journal } from '#http/development/journal'
import { Turns } from '#http/api/callOrder'
import { threadSeenBy } from '#http/development/wait'
import { methods } from '#methods/index'
import type { Store } from '#store/db'
import { openSqlite } from '#store/sqlite/open'
import { parseWorkspace } from '#workspace/file'
import { loadWorkspace } from '#workspace/load'
import { type AnyMethod, type CallOptions, callsOf } from '#testing/calls/calls'

const fixture = new URL('../../../test/fixtures/acme.workspace.yaml', import.meta.url)
const parsed = new Map<string, ReturnType<typeof parseWorkspace>>()

/** The workspace file of a text, or the fixture; each is parsed once for a test file. */
export function workspaceFile(text = readFileSync(fixture, 'utf8')) {
  let file = parsed.get(text)
  if (!file) parsed.set(text, (file = parseWorkspace(text, 'test.yaml', { methods: [...methods.keys()] })))
  return file
}

/** Acme, or the workspace file given as text, behind a real server; in memory unless a store is given. It ends with its test; made outside of one, call `close`. */
export async function aWorkspace(given: { file?: string; store?: Store } = {}) {
  const store = given.store ?? (await openSqlite(':memory:'))
  const file = workspaceFile(given.file)
  await store.write((tx) => loadWorkspace(tx, file, { now, hashToken, hashPassword: () => 'none' }))
  const bus = memoryBus()
  store.onLogged = () => bus.wake()
  const state = { draining: false, defects: [] as unknown[] }
  const api: Api = {
    store,
    journal: new Journal(),
    metrics: undefined,
    faults: new Faults(),
    turns: new Turns(),
    draining: () => state.draining,
    onDefect: (defect) => state.defects.push(defect),
  }
  const server = makeApiServer(api, (_req, res) => res.writeHead(404).end())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  store.db.memory.publicUrl = url
  TestRunner.getCurrentTest()?.context.onTestFinished(close)

  const { send, post, call } = callsOf(url, state.defects)
  return {
    url,
    port,
    store,
    bus,
    api,
    state,
    send,
    post,
    call,
    dm: 'D0ANASCOUT',
    parentTs: '1767225600.000100',
    seenBy,
    statusSeenBy,
    threadOf,
    posted,
    close,
  }

  /** The messages of a thread as this person (`ana`) sees them. */
  async function seenBy(name: string, channel: string, threadTs: string) {
    return (await threadOf(name, channel, threadTs)).messages
  }
  async function statusSeenBy(name: string, channel: string, threadTs: string) {
    return (await threadOf(name, channel, threadTs)).status
  }
  async function threadOf(name: string, channel: string, threadTs: string) {
    const row = await store.db
      .selectFrom('users')
      .select(['team_id', 'id'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const person = await personCaller(store.db, row.team_id, row.id)
    return store.snapshot((db) => threadSeenBy(db, person!, channel, threadTs))
  }
  /** How much has ever been written: the same number before and after says that nothing was. */
  async function posted(): Promise<number> {
    const tables = [
      'messages',
      'log',
      'streams',
      'statuses',
      'threads',
      'agent_sessions',
      'channels',
      'reactions',
      'ephemerals',
      'files',
      'file_shares',
    ] as const
    const counts = tables.map((table) =>
      store.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow(),
    )
    return (await Promise.all(counts)).reduce((sum, { rows }) => sum + rows, 0)
  }
  async function close(): Promise<void> {
    resetClock()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    // A test may have closed it, to see what is answered then.
    await store.close().catch(() => {})
  }
}

export type Workspace = Awaited<ReturnType<typeof aWorkspace>>
export type { AnyMethod, CallOptions }
