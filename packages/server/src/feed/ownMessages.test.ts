import { describe, expect, test } from 'vitest'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import { type TestViewer, connectViewer } from '#testing/feed/viewer'
import { startServerWithScout } from '#testing/server/scoutServer'

type OwnFrame = Extract<ClientFrame, { type: 'send' | 'typed' | 'edit' | 'delete' }>
type WithoutId<Frame> = Frame extends { id: string } ? Omit<Frame, 'id'> : never
const channel = 'C0HELP'

describe('[MSG-32] a person', () => {
  test('changes what they typed; others see the new words, and that it was edited', async () => {
    const { ana, ben } = await createScene()
    const ts = await say(ana, 'Hi <@U0BEN>, **please** look 👋')
    expect(await ask(ana, { type: 'typed', channel, ts })).toMatchObject({
      type: 'typed',
      text: 'Hi <@U0BEN>, **please** look 👋',
    })
    await ask(ana, { type: 'edit', channel, ts, text: ' Hi <@U0BEN>, **do** look 🚀 ' })
    await ben.until(() => ben.messages.get(ts)?.edited === true)
    expect(ben.messages.get(ts)?.text).toBe('Hi <@U0BEN>, *do* look :rocket:')
    expect(await ask(ana, { type: 'typed', channel, ts })).toMatchObject({ text: 'Hi <@U0BEN>, **do** look 🚀' })
  })

  test('changes a message to the same words, which is no edit', async () => {
    const { ana, ben } = await createScene()
    const ts = await say(ana, 'Same')
    await ask(ana, { type: 'edit', channel, ts, text: 'Same' })
    const later = await say(ana, 'Later')
    await ben.until(() => ben.messages.has(later))
    expect(ben.messages.get(ts)?.edited).toBe(false)
  })

  test('deletes a message, which is gone for everybody', async () => {
    const { ana, ben } = await createScene()
    const ts = await say(ana, 'Oops')
    await ben.until(() => ben.messages.has(ts))
    expect(await ask(ana, { type: 'delete', channel, ts })).toMatchObject({ type: 'done', ts })
    await ben.until(() => !ben.messages.has(ts))
    expect(await ask(ana, { type: 'edit', channel, ts, text: 'Back' })).toMatchObject({ error: 'message_not_found' })
    expect(await ask(ana, { type: 'typed', channel, ts })).toMatchObject({ error: 'message_not_found' })
  })

  test('neither changes, deletes nor reads the source of what somebody else wrote', async () => {
    const { ana, ben, api } = await createScene()
    const ts = await say(ana, 'Mine <@U0BEN>')
    await ana.until(() => ana.messages.has(ts))
    const { ts: scouts } = await api('chat.postMessage', { channel, text: 'Of an app' })
    for (const other of [ts, scouts]) {
      expect(await ask(ben, { type: 'typed', channel, ts: other })).toMatchObject({ error: 'cant_update_message' })
      expect(await ask(ben, { type: 'edit', channel, ts: other, text: 'x' })).toMatchObject({
        error: 'cant_update_message',
      })
      expect(await ask(ben, { type: 'delete', channel, ts: other })).toMatchObject({ error: 'cant_delete_message' })
    }
    expect(ana.messages.get(ts)?.text).toBe('Mine <@U0BEN>')
  })

  test('cannot reach a message in a channel that they cannot see, and is told when nothing would be left', async () => {
    const { ana } = await createScene()
    const ts = await say(ana, 'Words')
    for (const type of ['typed', 'delete'] as const)
      expect(await ask(ana, { type, channel: 'C0VANISHED', ts })).toMatchObject({ error: 'channel_not_found' })
    expect(await ask(ana, { type: 'edit', channel, ts, text: ' \n ' })).toMatchObject({ error: 'no_text' })
  })
})

async function createScene() {
  const { url, api } = await startServerWithScout()
  const [ana, ben] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
  for (const viewer of [ana, ben]) await viewer.open(channel)
  return { ana, ben, api }
}

async function say(viewer: TestViewer, text: string): Promise<string> {
  const answer = await ask(viewer, { type: 'send', channel, text })
  if (answer.type !== 'done') throw new Error(JSON.stringify(answer))
  return answer.ts
}

/** Sends a frame and waits for its answer. */
function ask(viewer: TestViewer, frame: WithoutId<OwnFrame>) {
  const id = crypto.randomUUID()
  viewer.send({ ...frame, id })
  return viewer.next((answer) => 'id' in answer && answer.id === id)
}
