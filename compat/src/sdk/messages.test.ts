import { describe, expect, test } from 'vitest'
import { thread } from '#testing/scene'
import { clientOf, refusalOf } from '#testing/sdk'
import { aServer } from '#testing/server'

const { channel, thread_ts: root } = thread

describe('the official client', () => {
  test('changes, links and deletes what it posted', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { ts = '' } = await client.chat.postMessage({ channel, thread_ts: root, text: 'One moment' })

    const updated = await client.chat.update({ channel, ts, text: 'It is *done*', blocks: [] })
    expect(updated).toMatchObject({ ok: true, channel, ts, text: 'It is *done*' })
    expect(updated.message).toMatchObject({ text: 'It is *done*', edited: { user: 'U0SCOUT' } })

    const { permalink } = await client.chat.getPermalink({ channel, message_ts: ts })
    const place = `/archives/${channel}/p${ts.replace('.', '')}?thread_ts=${root}&cid=${channel}`
    expect(permalink).toBe(`${server.url}${place}`)
    expect(await (await fetch(permalink ?? '')).text()).toContain('<div id="root">')

    expect(await client.chat.delete({ channel, ts })).toMatchObject({ ok: true, channel, ts })
    const { messages } = await client.conversations.replies({ channel, ts: root })
    expect(messages?.map((message) => message.ts)).toEqual([root])
    const { data } = await refusalOf(client.chat.update({ channel, ts, text: 'Again' }))
    expect(data.error).toBe('message_not_found')
  })

  test('may not change a stream before it has ended it', async () => {
    const client = clientOf(await aServer())
    const stream = client.chatStream(thread)
    await stream.append({ chunks: [{ type: 'markdown_text', text: '**Hm**' }] })
    const { ts = '' } = stream
    expect((await refusalOf(client.chat.update({ channel, ts, text: 'Aha' }))).data.error).toBe(
      'streaming_state_conflict',
    )
    expect((await refusalOf(client.chat.delete({ channel, ts }))).data.error).toBe('cant_delete_message')
    await stream.stop()
    expect(await client.chat.update({ channel, ts, markdown_text: 'Aha' })).toMatchObject({ message: { text: 'Aha' } })
  })

  test('reacts, reads the reactions, and takes its own back', async () => {
    const client = clientOf(await aServer())
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
    expect((await refusalOf(client.reactions.add({ ...message, name: '+1' }))).data.error).toBe('already_reacted')

    await client.reactions.remove({ ...message, name: 'thumbsup' })
    const { messages } = await client.conversations.history({ channel })
    expect(messages?.[0]?.reactions).toEqual([{ name: 'wave::skin-tone-3', users: ['U0SCOUT'], count: 1 }])
  })

  test('shows somebody a message that no history has', async () => {
    const client = clientOf(await aServer())
    const { message_ts: ts } = await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Psst' })
    expect(ts).toMatch(/^\d{10}\.\d{6}$/)
    const { messages } = await client.conversations.history({ channel })
    expect(messages?.map((message) => message.ts)).toEqual([root])
    const { data } = await refusalOf(client.chat.postEphemeral({ channel, user: 'U0NOBODY', text: 'Psst' }))
    expect(data.error).toBe('user_not_in_channel')
  })
})
