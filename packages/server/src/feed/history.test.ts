import { describe, expect, test } from 'vitest'
import { startServerWithScout } from '#testing/server/scoutServer'
import { connectViewer } from '#testing/feed/viewer'

const general = 'C0GENERAL'

describe('a viewer that jumps far back', () => {
  test('is sent all roots back to there and some above', async () => {
    const { url, api } = await startServerWithScout()
    const ts: string[] = []
    for (let i = 0; i < 130; i++) ts.push((await api('chat.postMessage', { channel: general, text: `${i}` })).ts)
    const ana = await connectViewer(url, 'U0ANA')
    const { messages } = await ana.open(general)
    ana.send({ type: 'history', channel: general, before: messages[0]!.ts, back_to: ts[30]! })
    const page = await ana.next((frame) => frame.type === 'history')
    const texts = page.type === 'history' ? page.messages.map(({ text }) => text) : []
    expect(texts.at(-1)).toBe('79')
    expect(texts[0]).toBe('10')
    expect(page).toMatchObject({ has_more: true })
  })
})
