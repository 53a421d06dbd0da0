import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createControlClient } from '#testing/control'
import { channelThread } from '#testing/sampleReply'
import { createClient, getRefusal } from '#testing/sdk'
import { startServer } from '#testing/server'

const { channel, thread_ts: timestamp } = channelThread

test('[SCH-1, SCH-5, SCH-7] the SDK schedules, lists and deletes messages', async () => {
  const server = await startServer()
  const { chat, conversations } = createClient(server)
  const { advanceClock } = createControlClient(server)
  const post_at = Math.floor(Date.now() / 1000) + 3600
  const kept = await chat.scheduleMessage({ channel, text: 'Kept', post_at })
  const gone = await chat.scheduleMessage({ channel, text: 'Gone', post_at: `${post_at}` })
  expect(kept).toMatchObject({ ok: true, channel, post_at, message: { text: 'Kept', type: 'delayed_message' } })
  await chat.deleteScheduledMessage({ channel, scheduled_message_id: gone.scheduled_message_id ?? '' })
  const { scheduled_messages: left } = await chat.scheduledMessages.list({ channel })
  expect(left).toMatchObject([{ id: kept.scheduled_message_id, channel_id: channel, text: 'Kept', post_at }])
  const late = await getRefusal(chat.scheduleMessage({ channel, text: 'x', post_at: 1 }))
  expect(late.data.error).toBe('time_in_past')

  await advanceClock('2h')
  await expect.poll(async () => (await conversations.history({ channel })).messages?.[0]?.text).toBe('Kept')
  expect((await chat.scheduledMessages.list()).scheduled_messages).toEqual([])
})

test('[SCH-7] what came due while the server was killed is sent once when it starts again, in order', async () => {
  const server = await startServer()
  const { chat, conversations } = createClient(server)
  const now = Math.floor(Date.now() / 1000)
  // Late enough for a busy machine to schedule both, and to kill the server before.
  for (const [text, seconds] of [
    ['Second', 12],
    ['First', 11],
  ] as const)
    await chat.scheduleMessage({ channel, text, post_at: now + seconds })
  await server.crash()
  await sleep((now + 12.5) * 1000 - Date.now())
  await server.restart()
  const texts = async () => (await conversations.history({ channel })).messages?.map(({ text }) => text)
  await expect.poll(async () => (await texts())?.slice(0, 2)).toEqual(['Second', 'First'])
  await server.crash()
  await server.restart()
  await sleep(1200)
  expect((await texts())?.filter((text) => text === 'First')).toHaveLength(1)
})

test('[PIN-4, BKM-1, RCT-5] the SDK pins, bookmarks and lists reactions', async () => {
  const server = await startServer()
  const { pins, bookmarks, reactions } = createClient(server)
  await pins.add({ channel, timestamp })
  const again = await getRefusal(pins.add({ channel, timestamp }))
  expect(again.data.error).toBe('already_pinned')
  expect((await pins.list({ channel })).items).toMatchObject([{ type: 'message', channel, message: { ts: timestamp } }])
  await pins.remove({ channel, timestamp })
  expect((await pins.list({ channel })).items).toEqual([])

  const given = { channel_id: channel, title: 'Handbook', link: 'https://example.com/' }
  const { bookmark } = await bookmarks.add({ ...given, type: 'link', emoji: ':books:' })
  const changed = await bookmarks.edit({ channel_id: channel, bookmark_id: bookmark?.id ?? '', title: 'Book' })
  expect((await bookmarks.list({ channel_id: channel })).bookmarks).toEqual([changed.bookmark])
  await bookmarks.remove({ channel_id: channel, bookmark_id: bookmark?.id ?? '' })

  await reactions.add({ channel, timestamp, name: 'eyes' })
  expect((await reactions.list({ limit: 5 })).items).toMatchObject([{ type: 'message', message: { ts: timestamp } }])
})
