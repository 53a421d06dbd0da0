import { App, HTTPReceiver } from '@slack/bolt'
import { expect, onTestFinished, test } from 'vitest'
import { aPerson } from '#testing/person'
import { silent } from '#testing/sdk'
import { aFreePort, anAppServer } from '#testing/server'

test("Bolt's HTTP receiver is challenged, takes signed events and presses, and answers", async () => {
  const port = await aFreePort()
  const server = await anAppServer(port)
  const receiver = new HTTPReceiver({ signingSecret: 'post-signing-secret', port, logger: silent })
  const app = new App({
    token: 'xoxb-acme-post',
    receiver,
    clientOptions: { slackApiUrl: server.api },
    logger: silent,
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

  const ana = await aPerson(server, 'Ana Lima', '/c/D0ANAPOST')
  await ana.says('good evening')
  await ana.reads('You wrote good evening')
  await ana.presses('You wrote good evening', 'Louder')
  await ana.reads('GOOD EVENING')
  await ana.page.getByRole('link', { name: 'general' }).click()
  await ana.says('@Post are you there?')
  await ana.opens('are you there?')
  await ana.reads('Here I am')
  expect(ana.complaints).toEqual([])
})
