import { SocketModeClient } from '@slack/socket-mode'
import { expect, onTestFinished, test } from 'vitest'
import { aCable } from '#testing/cable'
import { controlOf } from '#testing/control'
import { aPerson } from '#testing/person'
import { clientOf, silent } from '#testing/sdk'
import { anAppServer, type Server } from '#testing/server'

/** An app that answers each message once; `url`: to where its socket goes. */
async function anAnswerer(server: Server, heard: string[], url = server.url) {
  const client = clientOf(server, 'xoxb-acme-echo')
  const socket = new SocketModeClient({
    appToken: 'xapp-acme-echo',
    clientOptions: { slackApiUrl: server.api },
    // It waits so long before it connects anew; 5 s by default.
    clientPingTimeout: 900,
    logger: silent,
  })
  const frames: { type: string; reason?: string }[] = []
  const texts: string[] = []
  // What it was told before it connects there.
  socket.on('authenticated', (told: { url: string }) => {
    told.url = told.url.replace(new URL(server.url).host, new URL(url).host)
  })
  socket.on('ws_message', (frame: string) => frames.push(JSON.parse(frame) as { type: string }))
  socket.on('message', async ({ ack, event, body }) => {
    await ack()
    if (event.bot_id || heard.includes(body.event_id)) return
    texts.push(event.text)
    const number = heard.push(body.event_id)
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

test('@slack/socket-mode comes back after the server was gone, and answers what was said meanwhile', async () => {
  const server = await anAppServer()
  const heard: string[] = []
  await anAnswerer(server, heard)
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

test('@slack/socket-mode opens another socket when it is warned and when it is cut off, and misses nothing', async () => {
  const server = await anAppServer()
  const cable = await aCable(server)
  const heard: string[] = []
  const app = await anAnswerer(server, heard, cable.url)
  const ana = await aPerson(server, 'Ana Lima', '/c/D0ANAECHO')

  // It goes at the warning, ten seconds before it would be told to.
  await controlOf(server).advance(`${5 * 3600 - 9}s`)
  await expect.poll(app.reasons).toEqual(['warning'])
  await ana.says('in the gap')
  await ana.reads('Number 1')
  expect(app.hellos()).toBe(2)

  cable.cut()
  await ana.says('while the cable is out')
  cable.mend()
  await ana.reads('Number 2')
  expect(app.hellos()).toBe(3)
  expect(app.texts).toEqual(['in the gap', 'while the cable is out'])
})

test('@slack/socket-mode opens another socket when it is told to go, where the machine slept through the warning', async () => {
  const server = await anAppServer()
  const heard: string[] = []
  const app = await anAnswerer(server, heard)
  const ana = await aPerson(server, 'Ana Lima', '/c/D0ANAECHO')

  await controlOf(server).advance(`${5 * 3600 + 1}s`)
  await expect.poll(app.reasons).toEqual(['refresh_requested'])
  await ana.says('in the gap')
  await ana.reads('Number 1')
  expect(app.hellos()).toBe(2)
  expect(app.texts).toEqual(['in the gap'])
})

test('of several sockets of @slack/socket-mode one gets a message, and another the next when that one is gone', async () => {
  const server = await anAppServer()
  const heard: string[] = []
  const apps = [await anAnswerer(server, heard), await anAnswerer(server, heard)]
  const ana = await aPerson(server, 'Ana Lima', '/c/D0ANAECHO')

  await ana.says('to whom it may concern')
  await ana.reads('Number 1')
  const [told, other] = apps.toSorted((one, two) => two.texts.length - one.texts.length)
  expect([told?.texts.length, other?.texts.length]).toEqual([1, 0])
  await told?.socket.disconnect()
  await ana.says('to who is left')
  await ana.reads('Number 2')
  expect(other?.texts).toEqual(['to who is left'])
})
