import { describe, expect, test } from 'vitest'
import { channelThread } from '#testing/sampleReply'
import { createClient, getRefusal } from '#testing/sdk'
import { startServer } from '#testing/server'

const { channel, thread_ts: root } = channelThread

describe('the official client', () => {
  test('updates, links and deletes its message', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { ts = '' } = await client.chat.postMessage({ channel, thread_ts: root, text: 'One moment' })

    const updated = await client.chat.update({ channel, ts, text: 'It is *done*', blocks: [] })
    expect(updated).toMatchObject({ ok: true, channel, ts, text: 'It is *done*' })
    expect(updated.message).toMatchObject({ text: 'It is *done*', edited: { user: 'U0SCOUT' } })

    const { permalink } = await client.chat.getPermalink({ channel, message_ts: ts })
    const path = `/archives/${channel}/p${ts.replace('.', '')}?thread_ts=${root}&cid=${channel}`
    expect(permalink).toBe(`${server.url}${path}`)
    expect(await (await fetch(permalink ?? '')).text()).toContain('<div id="root">')

    expect(await client.chat.delete({ channel, ts })).toMatchObject({ ok: true, channel, ts })
    const { messages } = await client.conversations.replies({ channel, ts: root })
    expect(messages?.map((message) => message.ts)).toEqual([root])
    const { data } = await getRefusal(client.chat.update({ channel, ts, text: 'Again' }))
    expect(data.error).toBe('message_not_found')
  })

  test('cannot update a stream before its end', async () => {
    const client = createClient(await startServer())
    const stream = client.chatStream(channelThread)
    await stream.append({ chunks: [{ type: 'markdown_text', text: '**Hm**' }] })
    const { ts = '' } = stream
    expect((await getRefusal(client.chat.update({ channel, ts, text: 'Aha' }))).data.error).toBe(
      'streaming_state_conflict',
    )
    expect((await getRefusal(client.chat.delete({ channel, ts }))).data.error).toBe('cant_delete_message')
    await stream.stop()
    expect(await client.chat.update({ channel, ts, markdown_text: 'Aha' })).toMatchObject({ message: { text: 'Aha' } })
  })

  test('adds, reads and removes reactions', async () => {
    const client = createClient(await startServer())
    const message = { channel, timestamp: root }
    await client.reactions.add({ ...message, name: 'thumbsup' })
    await client.reactions.add({ ...message, name: 'wave::skin-tone-3' })

    expect(await client.reactions.get({ ...message, full: true })).toMatchObject({
      type: 'message',
      channel,
      message: {
        ts: root,
        reactions: [
          { name: '+1', users: ['U0SCOUT'], count: 1 },
          { name: 'wave::skin-tone-3', users: ['U0SCOUT'], count: 1 },
        ],
      },
    })
    expect((await getRefusal(client.reactions.add({ ...message, name: '+1' }))).data.error).toBe('already_reacted')

    await client.reactions.remove({ ...message, name: 'thumbsup' })
    const { messages } = await client.conversations.history({ channel })
    expect(messages?.[0]?.reactions).toEqual([{ name: 'wave::skin-tone-3', users: ['U0SCOUT'], count: 1 }])
  })

  test('sends an ephemeral message, which is in no history', async () => {
    const client = createClient(await startServer())
    const { message_ts: ts } = await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Psst' })
    expect(ts).toMatch(/^\d{10}\.\d{6}$/)
    const { messages } = await client.conversations.history({ channel })
    expect(messages?.map((message) => message.ts)).toEqual([root])
    const { data } = await getRefusal(client.chat.postEphemeral({ channel, user: 'U0NOBODY', text: 'Psst' }))
    expect(data.error).toBe('user_not_in_channel')
  })
})
