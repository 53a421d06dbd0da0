import { describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'
import { connectViewer } from '#testing/feed/viewer'

const general = 'C0GENERAL'

async function startAcmeServer() {
  const { url, request } = await startServer()
  return { url, api }

  async function api(method: string, args: object): Promise<{ ts: string; message_ts: string }> {
    const { body } = await request('POST', `/api/${method}`, args, { authorization: 'Bearer xoxb-acme-scout' })
    expect(body).toMatchObject({ ok: true })
    return { ts: body['ts'], message_ts: body['message_ts'] }
  }
}

describe('a viewer that jumps far back', () => {
  test('is sent all roots back to there and some above', async () => {
    const { url, api } = await startAcmeServer()
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
