import { describe, expect, test } from 'vitest'
import { rootTs } from '#testing/workspace/domain'
import { startServerWithScout } from '#testing/server/scoutServer'
import { connectViewer } from '#testing/feed/viewer'

const general = 'C0GENERAL'

describe('[MSG-6] an ephemeral message', () => {
  test('[MSG-30] follows the welcome of a page that was open when it was posted, and of no other', async () => {
    const { url, api } = await startServerWithScout()
    const { message_ts: ts } = await api('chat.postEphemeral', { channel: general, user: 'U0ANA', text: 'Psst' })
    await api('chat.postEphemeral', { channel: general, user: 'U0BEN', text: 'Not for Ana' })
    const isOne = (frame: { type: string }) => frame.type === 'ephemeral'
    // The line was cut before the first welcome, or the cursor is of no use any more.
    for (const cursor of [{}, { after: 1, epoch: 'of another history' }]) {
      const open = await connectViewer(url, 'U0ANA', { ...cursor, age: 60_000 })
      expect(open.firstFrame).toMatchObject({ type: 'welcome' })
      expect(await open.next(isOne)).toMatchObject({ channel: general, message: { ts, text: 'Psst' } })
      expect(open.frames.filter(isOne)).toHaveLength(1)
    }
    const fresh = await connectViewer(url, 'U0ANA', { age: 0 })
    await fresh.open(general)
    expect(fresh.frames.filter(isOne)).toEqual([])
  })

  test('is sent to every browser of its person, also one that was away, and to nobody else', async () => {
    const { url, api } = await startServerWithScout()
    const [ana, other, ben] = [
      await connectViewer(url, 'U0ANA'),
      await connectViewer(url, 'U0ANA'),
      await connectViewer(url, 'U0BEN'),
    ]
    const away = await connectViewer(url, 'U0ANA')
    const epoch = away.firstFrame.type === 'welcome' ? away.firstFrame.epoch : ''
    away.socket.terminate()

    const { message_ts: ts } = await api('chat.postEphemeral', {
      channel: general,
      user: 'U0ANA',
      text: '*Psst*',
      thread_ts: rootTs,
      username: 'Night Scout',
    })

    const expected = { type: 'ephemeral', channel: general, message: { ts, thread_ts: rootTs, text: '*Psst*' } }
    const isOne = (frame: { type: string }) => frame.type === 'ephemeral'
    expect(await ana.next(isOne)).toMatchObject(expected)
    expect(await other.next(isOne)).toMatchObject({ message: { app_id: 'A0SCOUT', username: 'Night Scout' } })
    const back = await connectViewer(url, 'U0ANA', { after: away.progress.seq, epoch })
    expect(await back.next(isOne)).toMatchObject(expected)
    await api('chat.postMessage', { channel: general, text: 'For all' })
    await ben.next((frame) => frame.type === 'message' && frame.message.text === 'For all')
    expect(ben.frames.filter(isOne)).toEqual([])
  })
})
