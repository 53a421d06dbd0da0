import { App, HTTPReceiver } from '@slack/bolt'
import { expect, onTestFinished, test } from 'vitest'
import { signInAt } from '#testing/person'
import { silentLogger } from '#testing/sdk'
import { findFreePort, startAppServer } from '#testing/server'

test("Bolt's HTTP receiver passes the challenge, accepts signed events and interactions, and answers", async () => {
  const port = await findFreePort()
  const server = await startAppServer(port)
  const receiver = new HTTPReceiver({ signingSecret: 'post-signing-secret', port, logger: silentLogger })
  const app = new App({
    token: 'xoxb-acme-post',
    receiver,
    clientOptions: { slackApiUrl: server.api },
    logger: silentLogger,
  })
  app.message(async ({ message, client }) => {
    if (message.subtype !== undefined) return
    const { channel, ts: thread_ts, text = '' } = message
    const stream = client.chatStream({ channel, thread_ts, buffer_size: 1 })
    await stream.append({ markdown_text: `You wrote **${text}**` })
    const button = {
      type: 'button' as const,
      action_id: 'louder',
      text: { type: 'plain_text' as const, text: 'Louder' },
    }
    await stream.stop({ blocks: [{ type: 'actions', elements: [button] }] })
  })
  app.action('louder', async ({ ack, body, client }) => {
    await ack()
    if (body.type !== 'block_actions' || !body.channel) return
    const thread_ts = String(body.message?.['thread_ts'])
    await client.chat.postMessage({ channel: body.channel.id, thread_ts, text: 'GOOD EVENING' })
  })
  app.event('app_mention', async ({ say, event }) => void (await say({ text: 'Here I am', thread_ts: event.ts })))
  await app.start()
  onTestFinished(async () => void (await app.stop()))

  const ana = await signInAt(server, 'Ana Lima', '/c/D0ANAPOST')
  await ana.sendMessage('good evening')
  await ana.waitForMessage('You wrote good evening')
  await ana.pressButton('You wrote good evening', 'Louder')
  await ana.waitForMessage('GOOD EVENING')
  await ana.page.getByRole('link', { name: 'general' }).click()
  await ana.sendMessage('@Post are you there?')
  await ana.openThread('are you there?')
  await ana.waitForMessage('Here I am')
  expect(ana.errors).toEqual([])
})
