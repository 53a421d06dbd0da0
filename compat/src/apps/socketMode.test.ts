import { SocketModeClient } from '@slack/socket-mode'
import { expect, onTestFinished, test } from 'vitest'
import { startProxy } from '#testing/proxy'
import { createControlClient } from '#testing/control'
import { signInAt } from '#testing/person'
import { createClient, silentLogger } from '#testing/sdk'
import { startAppServer, type Server } from '#testing/server'

/** Starts an app that answers each message once. Its socket connects to `url`. */
async function startAnsweringApp(server: Server, eventIds: string[], url = server.url) {
  const client = createClient(server, 'xoxb-acme-echo')
  const socket = new SocketModeClient({
    appToken: 'xapp-acme-echo',
    clientOptions: { slackApiUrl: server.api },
    // The client waits this long before it reconnects; the default is 5 s.
    clientPingTimeout: 900,
    logger: silentLogger,
  })
  const frames: { type: string; reason?: string }[] = []
  const texts: string[] = []
  // Replaces the host of the address that the server gave it.
  socket.on('authenticated', (answer: { url: string }) => {
    answer.url = answer.url.replace(new URL(server.url).host, new URL(url).host)
  })
  socket.on('ws_message', (frame: string) => frames.push(JSON.parse(frame) as { type: string }))
  socket.on('message', async ({ ack, event, body }) => {
    await ack()
    if (event.bot_id || eventIds.includes(body.event_id)) return
    texts.push(event.text)
    const number = eventIds.push(body.event_id)
    const { channel, ts } = event
    await client.chat.postMessage({ channel, thread_ts: ts, text: `Number ${number}` })
  })
  await socket.start()
  onTestFinished(() => socket.disconnect())
  return {
    socket,
    texts,
    hellos: () => frames.filter(({ type }) => type === 'hello').length,
    reasons: () => frames.filter(({ type }) => type === 'disconnect').map(({ reason }) => reason),
  }
}

test('@slack/socket-mode reconnects after the server was down, and answers what was sent meanwhile', async () => {
  const server = await startAppServer()
  const eventIds: string[] = []
  await startAnsweringApp(server, eventIds)
  const ana = await signInAt(server, 'Ana Lima', '/c/D0ANAECHO')
  await ana.sendMessage('before')
  await ana.waitForMessage('Number 1')

  await server.stop()
  await server.restart()
  await ana.sendMessage('while it was away')
  await ana.waitForMessage('Number 2')

  await server.crash()
  await server.restart()
  await ana.sendMessage('and again')
  await ana.waitForMessage('Number 3')
  expect(eventIds).toHaveLength(3)
})

test('@slack/socket-mode opens another socket after a warning and after a lost connection, and misses nothing', async () => {
  const server = await startAppServer()
  const proxy = await startProxy(server)
  const eventIds: string[] = []
  const app = await startAnsweringApp(server, eventIds, proxy.url)
  const ana = await signInAt(server, 'Ana Lima', '/c/D0ANAECHO')

  // The client reconnects at the warning, ten seconds before the server would ask it to.
  await createControlClient(server).advanceClock(`${5 * 3600 - 9}s`)
  await expect.poll(app.reasons).toEqual(['warning'])
  await ana.sendMessage('in the gap')
  await ana.waitForMessage('Number 1')
  expect(app.hellos()).toBe(2)

  proxy.disconnect()
  await ana.sendMessage('while the connection is down')
  proxy.reconnect()
  await ana.waitForMessage('Number 2')
  expect(app.hellos()).toBe(3)
  expect(app.texts).toEqual(['in the gap', 'while the connection is down'])
})

test('@slack/socket-mode opens another socket on a refresh request when it missed the warning', async () => {
  const server = await startAppServer()
  const eventIds: string[] = []
  const app = await startAnsweringApp(server, eventIds)
  const ana = await signInAt(server, 'Ana Lima', '/c/D0ANAECHO')

  await createControlClient(server).advanceClock(`${5 * 3600 + 1}s`)
  await expect.poll(app.reasons).toEqual(['refresh_requested'])
  await ana.sendMessage('in the gap')
  await ana.waitForMessage('Number 1')
  expect(app.hellos()).toBe(2)
  expect(app.texts).toEqual(['in the gap'])
})

test('one of several @slack/socket-mode sockets gets a message; when it disconnects, another gets the next', async () => {
  const server = await startAppServer()
  const eventIds: string[] = []
  const apps = [await startAnsweringApp(server, eventIds), await startAnsweringApp(server, eventIds)]
  const ana = await signInAt(server, 'Ana Lima', '/c/D0ANAECHO')

  await ana.sendMessage('to whom it may concern')
  await ana.waitForMessage('Number 1')
  const [receiver, other] = apps.toSorted((a, b) => b.texts.length - a.texts.length)
  expect([receiver?.texts.length, other?.texts.length]).toEqual([1, 0])
  await receiver?.socket.disconnect()
  await ana.sendMessage('to the one that is left')
  await ana.waitForMessage('Number 2')
  expect(other?.texts).toEqual(['to the one that is left'])
})
