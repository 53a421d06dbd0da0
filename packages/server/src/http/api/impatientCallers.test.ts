import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { history } from '#methods/conversations/history'
import { openPostgres } from '#store/postgres/open'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { createWorkspace } from '#testing/workspace/workspace'

const message = { channel: 'D0ANASCOUT', text: 'Once' }
type Scene = Awaited<ReturnType<typeof createWorkspace>>

describe.skipIf(!postgres)('[REP-1] callers that repeat a call before it is answered', () => {
  test('leave connections to the database for others, here and in another process, and get one answer', async () => {
    const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
    const open = () => openPostgres(postgres ?? '', { schema, keys: testKeys, connections: 4 })
    const [one, other] = [
      await createWorkspace({ store: await open() }),
      await createWorkspace({ store: await open() }),
    ]
    await one.call(postMessage, { ...message, text: 'Before' })
    const holder = new pg.Client({ connectionString: postgres, options: `-c search_path=${schema}` })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query(`begin; select from team_log where team_id = 'T0ACME' for update`)

    const first = ask(one)
    const waiting = `select from pg_locks where locktype = 'tuple' and relation = 'team_log'::regclass`
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1)

    // Nobody waits for ever for another process.
    const impatient = await ask(other)
    expect(impatient).toMatchObject({ status: 503, body: { error: 'service_unavailable' } })
    expect(impatient.headers.get('retry-after')).toBe('1')

    const repeated = Array.from({ length: 12 }, () => [repeat(one), repeat(other)]).flat()
    for (const scene of [one, other])
      for (let i = 0; i < 3; i++)
        expect(await scene.post(history, { channel: message.channel })).toMatchObject({ body: { ok: true } })
    expect((await holder.query(waiting)).rowCount).toBe(1)

    await holder.query('rollback')
    const { body } = await first
    expect(body).toMatchObject({ ok: true, message: { text: 'Once' } })
    for (const answer of await Promise.all(repeated)) expect(answer.body).toEqual(body)
    const texts = await one.store.db.selectFrom('messages').select('text').where('text', '=', 'Once').execute()
    expect(texts).toHaveLength(1)
  })
})

function ask({ send }: Scene) {
  const headers = {
    authorization: 'Bearer xoxb-acme-scout',
    'content-type': 'application/json',
    'idempotency-key': 'k',
  }
  return send(postMessage.name, { method: 'POST', headers, body: JSON.stringify(message) })
}

/** As SDKs do: until there is an answer. */
async function repeat(scene: Scene) {
  for (;;) {
    const answer = await ask(scene)
    if (answer.status !== 503) return answer
  }
}
