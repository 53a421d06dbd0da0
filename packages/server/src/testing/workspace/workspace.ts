import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { TestRunner } from 'vitest'
import { createInProcessBus } from '#bus/inProcess'
import { CountedWindows } from '#domain/access/countedWindows'
import { hashToken, RequestIds } from '#domain/ids'
import { findPersonCaller } from '#domain/people/personCaller'
import type { Api } from '#http/api/api'
import { AnswerHeads } from '#http/api/envelope'
import { createApiServer } from '#http/wire/apiServer'
import { Journal } from '#http/development/journal/journal'
import { CallOrder } from '#http/api/callOrder'
import { RepeatedCalls } from '#http/api/repeatedCalls'
import { TrustedProxies } from '#http/wire/trustedProxies'
import { readThreadAs } from '#http/development/threadView'
import { methods } from '#methods/index'
import type { Store } from '#store/db'
import { openSqlite } from '#store/sqlite/open'
import type { Tables } from '#store/tables/tables'
import { parseWorkspace } from '#workspace/file'
import { loadWorkspace } from '#workspace/load'
import { type AnyMethod, type CallOptions, createApiClient } from '#testing/calls/apiClient'

const fixture = new URL('../../../test/fixtures/acme.workspace.yaml', import.meta.url)
const parsed = new Map<string, ReturnType<typeof parseWorkspace>>()

/** Parses the text of a workspace file, or the fixture. Each text is parsed once per test file. */
export function workspaceFile(text = readFileSync(fixture, 'utf8')) {
  let file = parsed.get(text)
  if (!file) parsed.set(text, (file = parseWorkspace(text, 'test.yaml', { methods: [...methods.keys()] })))
  return file
}

/** Creates Acme, or the workspace file given as text, behind a real HTTP server; in memory unless a store is given. It is closed with its test; outside of one, call `close`. */
export async function createWorkspace(options: { file?: string; store?: Store } = {}) {
  const store = options.store ?? (await openSqlite(':memory:'))
  const file = workspaceFile(options.file)
  await store.write((tx) => loadWorkspace(tx, file, { hashToken, hashPassword: () => 'none' }))
  const bus = createInProcessBus()
  store.onLogged = (news) => bus.publish(news)
  const state = { draining: false, unexpectedErrors: [] as unknown[] }
  const api: Api = {
    store,
    journal: new Journal(store.db.clock),
    metrics: undefined,
    faults: undefined,
    callOrder: new CallOrder(),
    repeatedCalls: new RepeatedCalls(),
    rateWindows: new CountedWindows(undefined),
    trustedProxies: new TrustedProxies([]),
    requestIds: new RequestIds(),
    hints: undefined,
    answerHeads: new AnswerHeads(),
    isDraining: () => state.draining,
    onUnexpectedError: (error) => state.unexpectedErrors.push(error),
  }
  const server = createApiServer(api, (_req, res) => res.writeHead(404).end())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  store.db.cache.publicUrl = url
  TestRunner.getCurrentTest()?.context.onTestFinished(close)

  const { send, post, call } = createApiClient(url, state.unexpectedErrors)
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
    readMessagesAs,
    readStatusAs,
    readThread,
    countRows,
    close,
  }

  /** The messages of a thread as the person with this name sees them. */
  async function readMessagesAs(name: string, channel: string, threadTs: string) {
    return (await readThread(name, channel, threadTs)).messages
  }
  async function readStatusAs(name: string, channel: string, threadTs: string) {
    return (await readThread(name, channel, threadTs)).status
  }
  async function readThread(name: string, channel: string, threadTs: string) {
    const row = await store.db
      .selectFrom('users')
      .select(['team_id', 'id'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const person = await findPersonCaller(store.db, row.team_id, row.id)
    return store.snapshot((db) => readThreadAs(db, person!, channel, threadTs))
  }
  /** Counts the rows of the main tables. If the number does not change, nothing was written. */
  async function countRows(): Promise<number> {
    const { rows } = await sql<{ rows: number }>`select ${sql.raw(rowsOfMainTables)} as rows`.execute(store.db)
    if (typeof rows[0]?.rows !== 'number') throw new Error('The rows were not counted.')
    return rows[0].rows
  }
  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    // The test may have closed it.
    await store.close().catch(() => {})
  }
}

const mainTables = [
  'messages',
  'message_versions',
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
  'pins',
  'mentions',
  'followed_threads',
  'drafts',
  'saved_messages',
  'sidebars',
  'bookmarks',
  'scheduled_messages',
] as const satisfies readonly (keyof Tables)[]
const rowsOfMainTables = mainTables.map((table) => `(select count(*) from ${table})`).join(' + ')

export type Workspace = Awaited<ReturnType<typeof createWorkspace>>
export type { AnyMethod, CallOptions }
