import { setTimeout as sleep } from 'node:timers/promises'
import { Actions, Button, Card, Chart, Plan, StreamingPlan, CardText, Table, emoji, type Thread } from 'chat'
import { expect, test } from 'vitest'
import { createChatApp } from '#testing/chatSdk'
import { createControlClient } from '#testing/control'
import { startBotServer } from '#testing/server'

async function startConversation() {
  const server = await startBotServer()
  const control = createControlClient(server)
  const app = await createChatApp(server)
  const mentions: Thread[] = []
  const subscribed: string[] = []
  app.bot.onNewMention(async (thread) => {
    await thread.subscribe()
    mentions.push(thread)
  })
  app.bot.onSubscribedMessage(async (_thread, message) => void subscribed.push(message.text))
  await app.bot.initialize()
  const ts = await control.sendMessage('U0ANA', 'C0GENERAL', '<@U0CHAT> are you **there**?')
  await expect.poll(() => mentions.length).toBe(1)
  const read = async () => (await control.readThread('U0ANA', 'C0GENERAL', ts)).messages
  return { ...app, server, control, thread: mentions[0]!, ts, subscribed, read }
}

test('the Chat SDK posts, edits, deletes, reacts, and reads it all back', async () => {
  const { thread, read, control, subscribed, ts } = await startConversation()

  const plain = await thread.post('Plain *text*')
  const marked = await thread.post({ markdown: '**Bold**, `code` and <@U0ANA>' })
  await marked.edit({ markdown: '_Edited_' })
  await marked.addReaction(emoji.thumbs_up)
  await plain.delete()
  expect(await read()).toMatchObject([{ ts }, { ts: marked.id, text: '_Edited_', reactions: [{ name: '+1' }] }])
  await marked.removeReaction(emoji.thumbs_up)
  expect((await read())[1]).not.toHaveProperty('reactions')

  await control.sendMessage('U0BEN', 'C0GENERAL', 'I am too', ts)
  await expect.poll(() => subscribed).toEqual(['I am too'])
  const texts: string[] = []
  for await (const message of thread.allMessages) texts.push(message.text)
  expect(texts).toEqual(['@Chat are you there?', 'Edited', 'I am too'])
  expect((await thread.getParticipants()).map(({ userId }) => userId)).toEqual(['U0ANA', 'U0BEN'])
  expect(await thread.channel.fetchMetadata()).toMatchObject({ name: '#general', isDM: false })
  const threads: string[] = []
  for await (const { rootMessage } of thread.channel.threads()) threads.push(rootMessage.id)
  expect(threads).toEqual([ts])
  expect(await control.listRefusals()).toEqual([])
})

test('the Chat SDK streams text, tasks and plans, and a reader can stop it', async () => {
  const { thread, read, control } = await startConversation()

  await thread.post(words(['One ', '**two** ', 'three']))
  expect(await read()).toMatchObject([{}, { streaming_state: 'completed', text: 'One *two* three' }])

  const task = { type: 'task_update' as const, id: 'read', title: 'Reading' }
  await thread.post(
    new StreamingPlan(
      words([{ ...task, status: 'in_progress' as const }, { ...task, status: 'complete' as const }, 'Read.']),
      { groupTasks: 'plan', endWith: [{ type: 'section', text: { type: 'mrkdwn', text: 'Was it *good*?' } }] },
    ),
  )
  const [, , planned] = await read()
  expect(planned?.blocks.map(({ type }) => type)).toEqual(['plan', 'rich_text', 'section'])

  const plan = new Plan({ initialMessage: 'Working' })
  await thread.post(plan)
  await plan.addTask({ title: 'First step' })
  await plan.complete({ completeMessage: 'Worked' })
  expect((await read())[3]).toMatchObject({ blocks: [{ type: 'plan', title: 'Worked' }] })

  const stopped = thread.post(endless()).catch((error: unknown) => String(error))
  await expect.poll(async () => (await read())[4]?.streaming_state).toBe('in_progress')
  await control.stopStream('U0ANA', 'C0GENERAL', (await read())[4]!.ts)
  expect(await Promise.race([stopped, sleep(10_000, 'goes on')])).not.toBe('goes on')
  expect((await read())[4]).toMatchObject({ streaming_state: 'completed' })
})

test('the Chat SDK shows cards, tables and charts, and says who pressed what', async () => {
  const { bot, thread, read, control } = await startConversation()
  const pressed: string[] = []
  bot.onAction(['approve', 'reject'], async (event) => {
    pressed.push(`${event.user.fullName}: ${event.actionId} ${event.value ?? ''}`)
    await event.thread?.post('Noted')
  })

  const card = await thread.post(
    Card({
      title: 'Deploy 2.4?',
      children: [
        CardText('All checks are *green*'),
        Actions([
          Button({ id: 'approve', label: 'Approve', value: 'v2.4', style: 'primary' }),
          Button({ id: 'reject', label: 'Reject', value: 'v2.4' }),
        ]),
      ],
    }),
  )
  await control.press('U0BEN', 'C0GENERAL', card.id, 'reject')
  await expect.poll(() => pressed).toEqual(['ben: reject v2.4'])
  await expect.poll(async () => (await read()).at(-1)?.text).toBe('Noted')

  const table = Table({ headers: ['Name', 'Count'], rows: [['a', '1'], ['b', '2']] }) // prettier-ignore
  await thread.post(Card({ title: 'Numbers', children: [table] }))
  const segments = [{ label: 'Yes', value: 3 }, { label: 'No', value: 1 }] // prettier-ignore
  await thread.post(Card({ title: 'Votes', children: [Chart({ title: 'Votes', chart: { type: 'pie', segments } })] }))
  const blocks = (await read()).flatMap((message) => message.blocks.map(({ type }) => type))
  expect(blocks).toEqual(expect.arrayContaining(['header', 'actions', 'data_table', 'data_visualization']))
  expect(await control.listRefusals()).toEqual([])
})

test('the Chat SDK schedules, whispers, uploads, pins and opens direct messages', async () => {
  const { bot, slack, server, thread, read, control } = await startConversation()

  const postAt = new Date(Date.now() + 3_600_000)
  const kept = await thread.schedule('Later', { postAt })
  const cancelled = await thread.schedule('Never', { postAt })
  await cancelled.cancel()
  expect(kept.scheduledMessageId).toMatch(/^Q/)
  await control.advanceClock('61m')
  await expect.poll(async () => (await read()).map(({ text }) => text)).toContain('Later')
  expect((await read()).map(({ text }) => text)).not.toContain('Never')

  const whisper = await thread.postEphemeral('U0ANA', 'Only for you', { fallbackToDM: false })
  expect(whisper).toMatchObject({ usedFallback: false })
  await thread.post({
    markdown: 'The report',
    files: [{ data: Buffer.from('a,b\n1,2\n'), filename: 'report.csv', mimeType: 'text/csv' }],
  })
  // The adapter sends files as a message of their own.
  const file = expect.objectContaining({ name: 'report.csv', size: 8 })
  await expect.poll(read).toContainEqual(expect.objectContaining({ files: [file] }))

  const direct = await bot.openDM('U0BEN')
  expect(direct.isDM).toBe(true)
  const told = await direct.post('Just between us')
  const { channel } = slack.decodeThreadId(direct.id)
  expect(await control.readThread('U0BEN', channel, told.id)).toMatchObject({ messages: [{ text: 'Just between us' }] })

  const { messages } = await control.readThread('U0ANA', 'C0GENERAL', (await read())[0]!.ts)
  const place = { channel: 'C0GENERAL', timestamp: messages[0]!.ts }
  await slack.webClient.pins.add(place)
  expect(await slack.webClient.pins.list({ channel: 'C0GENERAL' })).toMatchObject({ items: [{ type: 'message' }] })
  await slack.webClient.bookmarks.add({ channel_id: 'C0GENERAL', title: 'Wiki', type: 'link', link: server.url })
  expect(await slack.webClient.bookmarks.list({ channel_id: 'C0GENERAL' })).toMatchObject({ bookmarks: [{ title: 'Wiki' }] }) // prettier-ignore
  expect(await control.listRefusals()).toEqual([])
})

async function* words<T>(parts: T[]) {
  for (const part of parts) {
    await sleep(20)
    yield part
  }
}

async function* endless() {
  for (;;) {
    await sleep(100)
    yield `${'word '.repeat(60)}\n\n`
  }
}
