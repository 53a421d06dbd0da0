import { WebClient } from '@slack/web-api'
import type { ModalElement, Thread } from 'chat'
import { expect, test } from 'vitest'
import { createChatApp } from '#testing/chatSdk'
import { createControlClient } from '#testing/control'
import { startBotServer } from '#testing/server'

/** An app that Ben has just mentioned, and Ben with a token of his own. */
async function startMentioned() {
  const server = await startBotServer()
  const control = createControlClient(server)
  const app = await createChatApp(server)
  const ben = new WebClient('xoxp-acme-ben', { slackApiUrl: server.api })
  const heard: string[] = []
  const mentions: Thread[] = []
  app.bot.onNewMention(async (thread) => {
    await thread.subscribe()
    mentions.push(thread)
  })
  const begin = async () => {
    await app.bot.initialize()
    const ts = await control.sendMessage('U0BEN', 'C0GENERAL', '<@U0CHAT> hello')
    await expect.poll(() => mentions.length).toBe(1)
    return { ts, thread: mentions[0]! }
  }
  return { ...app, control, ben, heard, begin }
}

test('the Chat SDK hears of changes, deletions, arrivals, titles and closed forms', async () => {
  const { bot, slack, control, ben, heard, begin } = await startMentioned()
  bot.onMessageUpdated(async (_thread, message) => void heard.push(`changed: ${message.text}`))
  bot.onMessageDeleted(async ({ messageId }) => void heard.push(`deleted: ${messageId}`))
  bot.onMemberJoinedChannel(async ({ userId, channelId }) => void heard.push(`joined: ${userId} ${channelId}`))
  bot.onAgentSessionTitleChanged(async ({ title }) => void heard.push(`titled: ${title}`))
  bot.onModalClose('form', async ({ callbackId }) => void heard.push(`closed: ${callbackId}`))
  const opened: string[] = []
  bot.onSlashCommand('/chat', async (event) => {
    const { viewId = '' } = (await event.openModal(form('Say'))) ?? {}
    opened.push(viewId)
  })
  const { ts } = await begin()
  const expectToHear = (words: string) => expect.poll(() => heard).toContain(words)

  await ben.chat.update({ channel: 'C0GENERAL', ts, text: '<@U0CHAT> hello again' })
  await expectToHear('changed: @Chat hello again')
  const reply = await ben.chat.postMessage({ channel: 'C0GENERAL', text: 'Oops', thread_ts: ts })
  await ben.chat.delete({ channel: 'C0GENERAL', ts: reply.ts! })
  await expectToHear(`deleted: ${reply.ts}`)
  await ben.conversations.invite({ channel: 'C0LAUNCH', users: 'U0CHAT' })
  await expectToHear('joined: U0CHAT slack:C0LAUNCH:')
  await slack.setSessionStatus('C0GENERAL', ts, 'processing', { title: 'Work' })
  await slack.setAssistantTitle('C0GENERAL', ts, 'Other work')
  await expectToHear('titled: Other work')

  await control.sendCommand('U0BEN', 'C0GENERAL', '/chat', '')
  await expect.poll(() => opened.length).toBe(1)
  expect(await slack.updateModal(opened[0]!, form('Say more'))).toEqual({ viewId: opened[0] })
  await control.closeModal('U0BEN', opened[0]!)
  await expectToHear('closed: form')
  expect(await control.listRefusals()).toEqual([])
})

test('the Chat SDK looks people, channels and messages up, and a person stops its work', async () => {
  const { bot, slack, control, heard, begin } = await startMentioned()
  bot.onAgentSessionStopped(async ({ userId, threadTs }) => void heard.push(`stopped: ${userId} ${threadTs}`))
  const { ts, thread } = await begin()

  expect(await slack.getUser('U0BEN')).toMatchObject({ fullName: 'Ben Okafor', email: 'ben@acme.example' })
  expect(await slack.fetchMessage(thread.id, ts)).toMatchObject({ id: ts, text: '@Chat hello' })
  expect(await slack.fetchThread(thread.id)).toMatchObject({ channelName: 'general', channelVisibility: 'workspace' })
  const { messages } = await slack.fetchChannelMessages('slack:C0GENERAL', { limit: 5 })
  expect(messages.map(({ text }) => text)).toEqual(['Good morning', '@Chat hello'])
  const { id } = await slack.postChannelMessage('slack:C0GENERAL', 'On top')
  expect(await control.readThread('U0BEN', 'C0GENERAL', id)).toMatchObject({ messages: [{ text: 'On top' }] })
  await bot.channel('slack:C0GENERAL').schedule('Later', { postAt: new Date(Date.now() + 3_600_000) })

  await slack.setAssistantStatus('C0GENERAL', ts, 'is reading', ['One moment'])
  expect(await control.readThread('U0BEN', 'C0GENERAL', ts)).toMatchObject({ status: { text: 'Chat is reading' } })
  await slack.setSessionStatus('C0GENERAL', ts, 'processing')
  await slack.setAssistantTitle('C0GENERAL', ts, 'Hello')
  expect(await control.readThread('U0BEN', 'C0GENERAL', ts)).toMatchObject({ title: 'Hello' })
  await control.stopStream('U0BEN', 'C0GENERAL', ts)
  await expect.poll(() => heard).toEqual([`stopped: U0BEN ${ts}`])
  await slack.endTyping(thread.id, 'closed')
  const closed = { agents: [{ app_id: 'A0CHAT', status: 'closed' }] }
  await expect.poll(() => control.readThread('U0BEN', 'C0GENERAL', ts)).toMatchObject(closed)
  expect(await control.listRefusals()).toEqual([])
})

function form(label: string): ModalElement {
  const children = [{ type: 'text_input' as const, id: 'words', label }]
  return { type: 'modal', callbackId: 'form', title: 'Form', submitLabel: 'Send', notifyOnClose: true, children }
}
