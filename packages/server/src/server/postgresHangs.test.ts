import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { openPostgres } from '#store/postgres/open'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { workspaceFile } from '#testing/workspace/workspace'
import { waitForArrival } from '#testing/server/waitForArrival'
import { start } from './start.ts'

describe.skipIf(!postgres)('[FLT-6] a server whose PostgreSQL hangs', () => {
  test('refuses calls, is not ready, still tells its metrics, heals by itself, and can be stopped', async () => {
    const { proxy, stop, post, ready, metrics } = await startBehindProxy()
    expect(await post('before')).toMatchObject({ status: 200, body: { ok: true } })
    expect(await ready()).toBe(200)

    proxy.freeze()
    const waiting = Promise.all([post('unknown'), post('unknown'), ready()])
    for (const answer of await waiting) {
      if (answer === 503) continue
      expect(answer).toMatchObject(unavailable)
    }
    expect(await ready()).toBe(503)
    const { status, text } = await metrics()
    expect(status).toBe(200)
    expect(text).toContain('\nrivulet_database_up 0\n')
    expect(text).toMatch(/outcome="service_unavailable"} [1-9]/)
    expect(text).toContain('\nrivulet_defects_total 0\n')
    expect(text).not.toMatch(/^rivulet_(streams_open|log_entries) /m)

    proxy.thaw()
    await expect.poll(ready).toBe(200)
    expect((await metrics()).text).toMatch(/^rivulet_database_up 1\n[^]*^rivulet_log_entries [1-9]/m)
    expect(await post('after')).toMatchObject({ status: 200, body: { ok: true } })

    proxy.freeze()
    const last = post('last')
    await waitForArrival()
    await stop()
    expect(await last).toMatchObject({ status: 503 })
  })

  test('refuses 500 calls at the same time, those that wait for a connection or for each other too', async () => {
    const { proxy, stop, post, ready } = await startBehindProxy()
    expect(await post('before')).toMatchObject({ status: 200 })
    proxy.freeze()
    const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => post(`${i}`)))
    expect(answers.filter(({ status }) => status !== 503)).toEqual([])
    expect(answers[499]).toMatchObject(unavailable)
    expect(await ready()).toBe(503)
    await stop()
  })
})

test.skipIf(!postgres)(
  '[NOD-3] a server is stopped, whatever others hold in the database and do not send to their end',
  async () => {
    const { proxy, url, store, stop, post } = await startBehindProxy({ stopPatienceMs: 100 })
    expect(await post('before')).toMatchObject({ status: 200, body: { ok: true } })
    const other = new pg.Client(proxy.url)
    await other.connect()
    onTestFinished(() => other.end())
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(store.db)
    const table = `"${rows[0]?.schema}".messages`
    await other.query(`begin; lock table ${table}`)
    const waiting = post('late')
    const waits = `select from pg_locks where not granted and relation = '${table}'::regclass`
    await expect.poll(async () => (await other.query(waits)).rowCount).toBeGreaterThan(0)
    const dribbling = connect(Number(new URL(url).port), '127.0.0.1')
    await once(dribbling, 'connect')
    dribbling.write('POST /api/chat.postMessage HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n')
    await waitForArrival()
    const cut = once(dribbling.on('error', () => {}).resume(), 'close')

    await stop()

    expect(await waiting).toMatchObject(unavailable)
    await cut
  },
)

const unavailable = { status: 503, body: { ok: false, error: 'service_unavailable' } }

/** A server whose connections to PostgreSQL can be frozen. */
async function startBehindProxy({ stopPatienceMs }: { stopPatienceMs?: number } = {}) {
  const proxy = await startPostgresProxy(postgres ?? '')
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(proxy.url, { schema, keys: testKeys })
  const { url, stop } = await start({
    config: readConfig({ port: 0, data: ':memory:', metrics: 'open' }, {}),
    dev: true,
    workspace: workspaceFile(),
    store,
    ...(stopPatienceMs !== undefined && { stopPatienceMs }),
    onUnexpectedError: () => {},
  })
  onTestFinished(stop)
  return { proxy, url, store, stop, post, ready, metrics }

  async function post(text: string) {
    const response = await fetch(`${url}/api/chat.postMessage`, {
      method: 'POST',
      headers: { authorization: 'Bearer xoxb-acme-scout' },
      body: new URLSearchParams({ channel: 'C0HELP', text }),
    })
    return { status: response.status, body: await response.json() }
  }
  async function metrics() {
    const response = await fetch(`${url}/metrics`)
    return { status: response.status, text: await response.text() }
  }
  async function ready(): Promise<number> {
    return (await fetch(`${url}/health/ready`)).status
  }
}
