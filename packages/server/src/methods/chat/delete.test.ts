import { describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { add } from '#methods/reactions/add'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { remove } from './delete.ts'
import { postMessage } from './postMessage.ts'
import { startStream } from './startStream.ts'
import { stopStream } from './stopStream.ts'
import { update } from './update.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', text: 'Secret' }
const dm = { channel: 'D0ANASCOUT', thread_ts: root }

describe('chat.delete', () => {
  test('deletes a message, with its text and its reactions', async () => {
    const { call, store } = await createWorkspace()
    const { ts } = await call(postMessage, { ...help, markdown_text: undefined })
    await call(add, { channel: 'C0HELP', timestamp: ts, name: 'eyes' })

    expect(await call(remove, { channel: 'C0HELP', ts })).toEqual({ ok: true, channel: 'C0HELP', ts })

    const { messages } = await call(history, { channel: 'C0HELP' })
    expect(messages?.map((message) => message.ts)).toEqual([root])
    const kept = await store.db.selectFrom('messages').selectAll().where('deleted', '=', true).execute()
    expect(JSON.stringify(kept)).not.toContain('Secret')
    expect(await store.db.selectFrom('reactions').selectAll().execute()).toEqual([])
    expect(await call(remove, { channel: 'C0HELP', ts })).toMatchObject({ error: 'message_not_found' })
    expect(await call(update, { channel: 'C0HELP', ts, text: 'x' })).toMatchObject({ error: 'message_not_found' })
  })

  test('[STR-15] its client_msg_id stays used', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, { ...help, client_msg_id: 'once' })
    await call(remove, { channel: 'C0HELP', ts })
    expect(await call(postMessage, { ...help, client_msg_id: 'once' })).toMatchObject({
      error: 'duplicate_message_not_found',
    })
  })

  test('[MSG-5] a root with replies becomes a tombstone, which goes with the last reply', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, { ...help, username: 'Night Scout', client_msg_id: 'once' })
    const answers = [await answer('One'), await answer('Two')]

    await call(remove, { channel: 'C0HELP', ts })

    const { messages } = await call(replies, { channel: 'C0HELP', ts })
    expect(messages).toEqual([
      {
        type: 'message',
        subtype: 'tombstone',
        hidden: true,
        user: 'USLACKBOT',
        team: 'T0ACME',
        text: 'This message was deleted.',
        blocks: [],
        ts,
        thread_ts: ts,
        reply_count: 2,
        reply_users_count: 1,
        reply_users: ['U0SCOUT'],
        latest_reply: answers[1],
      },
      expect.objectContaining({ text: 'One', parent_user_id: 'USLACKBOT' }),
      expect.objectContaining({ text: 'Two' }),
    ])
    expect((await call(history, { channel: 'C0HELP', limit: 1 })).messages).toMatchObject([{ ts, reply_count: 2 }])
    answers.push(await answer('Three'))

    for (const reply of answers) await call(remove, { channel: 'C0HELP', ts: reply })
    expect((await call(history, { channel: 'C0HELP' })).messages).toMatchObject([{ ts: root }])
    expect(await call(replies, { channel: 'C0HELP', ts })).toMatchObject({ error: 'thread_not_found' })

    async function answer(text: string) {
      return (await call(postMessage, { channel: 'C0HELP', thread_ts: ts, text })).ts!
    }
  })

  test('[MSG-5] a status goes with its thread', async () => {
    const { call, store } = await createWorkspace()
    const { ts } = await call(postMessage, help)
    await call(setStatus, { channel_id: 'C0HELP', thread_ts: ts, status: 'is thinking...' })
    await call(remove, { channel: 'C0HELP', ts })
    expect(await store.db.selectFrom('statuses').selectAll().execute()).toEqual([])
  })

  test.each([
    ['was stopped', async ({ call }: Workspace, ts?: string) => call(stopStream, { channel: dm.channel, ts })],
    ['time has ended', async ({ store }: Workspace) => store.db.clock.advance(600_000)],
  ])('[MSG-1] a stream that %s is deleted with its content', async (_how, end) => {
    const scene = await createWorkspace()
    const { call, store } = scene
    const { ts } = await call(startStream, { ...dm, markdown_text: 'Hm' })
    await end(scene, ts)
    expect(await call(remove, { channel: dm.channel, ts })).toMatchObject({ ok: true })
    expect(await scene.readMessagesAs('ana', dm.channel, root)).toHaveLength(1)
    expect(await store.db.selectFrom('streams').selectAll().execute()).toEqual([])
    expect(await call(stopStream, { channel: dm.channel, ts })).toMatchObject({ error: 'message_not_found' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof remove> = {
    ...channelAccessRefusals((channel) => ({ channel, ts: root })),
    message_not_found: { args: { channel: 'C0HELP', ts: '1767225600.999999' }, detail: '1767225600.999999' },
    cant_delete_message: { args: { channel: 'C0HELP', ts: root }, detail: 'U0BEN' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and deletes nothing', (error, call) =>
    expectRefusal(remove, error, call),
  )

  test('[MSG-1] a stream that is open cannot be deleted', () =>
    expectRefusal(remove, 'cant_delete_message', {
      args: { channel: dm.channel },
      prepare: async ({ call }) => ({ ts: (await call(startStream, dm)).ts }),
      detail: 'still streams',
    }))
})
