import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { logEntry } from '#domain/log/entry'
import { start } from '#server/start'
import { openPostgres } from '#store/postgres/open'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { workspaceFile } from '#testing/workspace/workspace'

const token = 'xoxb-acme-scout'
const threadTs = '1767225600.000100'
const inDm = { channel: 'D0ANASCOUT', thread_ts: threadTs }

type Call = (method: string, args?: Record<string, string>) => Promise<Record<string, any>>

/** Two servers on one PostgreSQL database, without a bus. Each call is answered before the next is made. */
async function startTwoNodes() {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const unexpectedErrors: unknown[] = []
  const launch = async (first: boolean) => {
    const running = await start({
      config: readConfig({ port: 0, data: ':memory:' }, {}),
      dev: true,
      workspace: first ? workspaceFile() : undefined,
      store: await openPostgres(postgres ?? '', { schema, keys: testKeys }),
      onUnexpectedError: (error) => unexpectedErrors.push(error),
    })
    onTestFinished(running.stop)
    return running
  }
  const nodes = [await launch(true), await launch(false)] as const
  onTestFinished(() => expect(unexpectedErrors).toEqual([]))
  const [a, b] = nodes.map(({ url }): Call => async (method, args = {}) => {
    const response = await fetch(`${url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(args),
    })
    return (await response.json()) as Record<string, any>
  }) as [Call, Call]
  return { a, b, nodes, open }

  async function open(node: Call): Promise<{ channel: string; ts: string }> {
    const { ok, ts } = await node('chat.startStream', inDm)
    expect(ok).toBe(true)
    return { channel: inDm.channel, ts }
  }
}

const append = (node: Call, stream: { channel: string; ts: string }, text: string) =>
  node('chat.appendStream', { ...stream, markdown_text: text })

async function textOf(node: Call, { channel, ts }: { channel: string; ts: string }): Promise<string> {
  const { messages } = await node('conversations.replies', { channel, ts: threadTs })
  return messages.find((message: { ts: string }) => message.ts === ts).text
}

describe.skipIf(!postgres)('[STR-11] two nodes on one PostgreSQL', () => {
  test('append to one stream in turn, and each goes on where the other was', async () => {
    const { a, b, open } = await startTwoNodes()
    const stream = await open(a)
    for (const letter of 'abcdefgh')
      expect(await append('aceg'.includes(letter) ? a : b, stream, letter)).toMatchObject({ ok: true })
    expect(await a('chat.stopStream', stream)).toMatchObject({ ok: true, message: { markdown_text: 'abcdefgh' } })
  })

  test('a stream that one has stopped is refused by the other at once', async () => {
    const { a, b, open } = await startTwoNodes()
    for (let round = 0; round < 5; round++) {
      const stream = await open(b)
      await append(b, stream, 'said')
      expect(await a('chat.stopStream', stream)).toMatchObject({ ok: true, message: { markdown_text: 'said' } })
      expect(await append(b, stream, 'late')).toMatchObject({ error: 'message_not_in_streaming_state' })
      expect(await textOf(b, stream)).toBe('said')
    }
  })

  test('a stop keeps every append that was answered, and refuses the others', async () => {
    const { a, b, open } = await startTwoNodes()
    for (let round = 0; round < 10; round++) {
      const stream = await open(b)
      let answered = ''
      const appending = (async () => {
        for (let i = 0; ; i++) {
          const { ok, error } = await append(b, stream, `${i} `)
          if (!ok) return error
          answered += `${i} `
        }
      })()
      await expect.poll(() => answered.length).toBeGreaterThan(round)
      expect(await a('chat.stopStream', stream)).toMatchObject({ ok: true })
      expect(await appending).toBe('message_not_in_streaming_state')
      expect(await textOf(a, stream)).toBe(answered.trim())
    }
  })

  test('[OPS-6] a token that one has revoked is refused by the other at once', async () => {
    const { a, b, open } = await startTwoNodes()
    const stream = await open(b)
    expect(await append(b, stream, 'said')).toMatchObject({ ok: true })
    expect(await a('auth.revoke')).toMatchObject({ ok: true, revoked: true })
    expect(await append(b, stream, 'late')).toMatchObject({ error: 'token_revoked' })
    expect(await b('chat.postMessage', { channel: inDm.channel, text: 'late' })).toMatchObject({
      error: 'token_revoked',
    })
  })

  test('a member who was removed by one is refused by the other at once, and taken again once invited', async () => {
    const { a, b, nodes } = await startTwoNodes()
    const { channel } = await a('conversations.create', { name: 'private-plans', is_private: 'true' })
    const post = (node: Call) => node('chat.postMessage', { channel: channel.id, text: 'Hello' })
    const me = (await a('auth.test')).user_id
    expect(await post(b)).toMatchObject({ ok: true })
    const [first] = nodes
    const member = { team_id: 'T0ACME', channel_id: channel.id, user_id: me, joined_at: 1 }
    await first.store.write(async (tx) => {
      await tx.deleteFrom('members').where('channel_id', '=', channel.id).where('user_id', '=', me).execute()
      tx.work.log(logEntry('member', 'T0ACME', { channelId: channel.id, subject: me }))
    })
    expect(await post(b)).toMatchObject({ error: 'channel_not_found' })
    await first.store.write(async (tx) => {
      await tx.insertInto('members').values(member).execute()
      tx.work.log(logEntry('member', 'T0ACME', { channelId: channel.id, subject: me }))
    })
    expect(await post(b)).toMatchObject({ ok: true })
  })
})
