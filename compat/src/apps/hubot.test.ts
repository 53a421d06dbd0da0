import { createRequire } from 'node:module'
import { SlackBot } from '@hubot-friends/hubot-slack/src/Bot.mjs'
import { Robot } from 'hubot'
import { expect, onTestFinished, test } from 'vitest'
import { createControlClient } from '#testing/control'
import { startBotServer, type Server } from '#testing/server'

const ownDependency = createRequire(import.meta.resolve('@hubot-friends/hubot-slack/src/Bot.mjs'))

test('hubot answers people by name, in channels, threads and direct messages', async () => {
  const server = await startBotServer()
  const control = createControlClient(server)
  const robot = await startHubot(server)
  robot.hear(/good morning/i, (response) => response.send('Morning!'))
  robot.respond(/who am i/i, (response) => response.reply(`you are ${response.message.user.real_name}`))
  robot.respond(/tell (\S+) (.*)/i, (response) => robot.messageRoom(response.match[1] ?? '', response.match[2] ?? ''))

  const hello = await control.sendMessage('U0BEN', 'C0GENERAL', 'Good morning all')
  await expect.poll(() => listTexts(server, 'C0GENERAL')).toContain('Morning!')
  const asked = await control.sendMessage('U0ANA', 'C0GENERAL', '<@U0HUBOT> who am I', hello)
  await expect
    .poll(async () => (await control.readThread('U0ANA', 'C0GENERAL', hello)).messages.map(({ text }) => text))
    .toContain('<@U0ANA>: you are Ana Lima')
  expect(asked).not.toBe(hello)

  await control.sendMessage('U0ANA', 'D0ANAHUBOT', 'who am I')
  await expect.poll(() => listTexts(server, 'D0ANAHUBOT')).toContain('you are Ana Lima')

  for (const room of ['U0BEN', '#general', 'general']) {
    await control.sendMessage('U0ANA', 'C0GENERAL', `hubot tell ${room} lunch for ${room.replace('#', 'the channel ')}`)
  }
  await expect.poll(() => listTexts(server, 'C0GENERAL')).toContain('lunch for the channel general')
  await expect.poll(() => listTexts(server, 'C0GENERAL')).toContain('lunch for general')
  const { channel } = await callAs('xoxb-acme-hubot', server, 'conversations.open', { users: 'U0BEN' })
  await expect.poll(() => listTexts(server, channel.id)).toContain('lunch for U0BEN')

  expect(await control.listRefusals()).toEqual([])
})

/** Starts hubot with its adapter as its users do. It has no setting for the address of the Web API, so it gets a client. */
async function startHubot(server: Server) {
  const { WebClient } = ownDependency('@slack/web-api')
  const robot = new Robot(null, false, 'hubot')
  robot.logger.level = 'silent'
  const clientOptions = { slackApiUrl: server.api }
  const adapter = new SlackBot(robot, {
    botToken: 'xoxb-acme-hubot',
    appToken: 'xapp-acme-hubot',
    socketModeOptions: { clientOptions },
    web: new WebClient('xoxb-acme-hubot', { ...clientOptions, maxRequestConcurrency: 1, logLevel: 'error' }),
  })
  robot.adapter = adapter
  robot.brain.emit('loaded')
  const connected = new Promise((done) => adapter.once('connected', done))
  await adapter.run()
  await connected
  onTestFinished(() => {
    adapter.client.disconnect()
    robot.shutdown()
  })
  return robot
}

async function listTexts(server: Server, channel: string): Promise<string[]> {
  const { messages } = await callAs('xoxb-acme-hubot', server, 'conversations.history', { channel })
  return messages.map(({ text }: { text: string }) => text)
}

async function callAs(token: string, server: Server, method: string, args: Record<string, string>) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.api}${method}`, { method: 'POST', headers, body: new URLSearchParams(args) })
  const answer = await response.json()
  expect(answer).toMatchObject({ ok: true })
  return answer
}
