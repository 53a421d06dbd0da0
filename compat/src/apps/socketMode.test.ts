import { SocketModeClient } from '@slack/socket-mode'
import { expect, onTestFinished, test } from 'vitest'
import { aPerson } from '#testing/person'
import { clientOf, silent } from '#testing/sdk'
import { anAppServer } from '#testing/server'

test('@slack/socket-mode comes back after the server was gone, and answers what was said meanwhile', async () => {
  const server = await anAppServer()
  const client = clientOf(server, 'xoxb-acme-echo')
  const socket = new SocketModeClient({
    appToken: 'xapp-acme-echo',
    clientOptions: { slackApiUrl: server.api },
    // It waits so long before it connects anew; 5 s by default.
    clientPingTimeout: 900,
    logger: silent,
  })
  const heard: string[] = []
  socket.on('message', async ({ ack, event, body }) => {
    await ack()
    if (event.bot_id || heard.includes(body.event_id)) return
    heard.push(body.event_id)
    const { channel, ts } = event
    await client.chat.postMessage({ channel, thread_ts: ts, text: `Number ${heard.length}` })
  })
  await socket.start()
  onTestFinished(() => socket.disconnect())
  const ana = await aPerson(server, 'Ana Lima', '/c/D0ANAECHO')
  await ana.says('before')
  await ana.reads('Number 1')

  await server.end()
  await server.restart()
  await ana.says('while it was away')
  await ana.reads('Number 2')

  await server.crash()
  await server.restart()
  await ana.says('and again')
  await ana.reads('Number 3')
  expect(heard).toHaveLength(3)
})
