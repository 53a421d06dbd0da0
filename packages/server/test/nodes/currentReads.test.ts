import { describe, expect, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { call, createNodes } from '#testing/nodes/nodes'
import { scoutFile } from '#testing/workspace/scout'

const scopes = ['channels:join', 'channels:manage', 'channels:history']

describe.skipIf(!postgres)('a call that reads', () => {
  test('[NOD-17] is never refused by one node for want of what another node has answered', async () => {
    const { launch } = await createNodes(scoutFile({ scopes }))
    const [one, other] = [await launch(), await launch()]
    const ask = (node: typeof one, method: string) => call(node, `conversations.${method}`, { channel: 'C0NOBOT' })
    for (let round = 0; round < 5; round++) {
      // The other node remembers the channel, without the app.
      expect(await ask(other, 'history')).toMatchObject({ error: 'not_in_channel' })
      expect(await ask(one, 'join')).toMatchObject({ ok: true })
      expect(await ask(other, 'history')).toMatchObject({ ok: true })
      expect(await ask(one, 'leave')).toMatchObject({ ok: true })
      for (const method of ['join', 'leave']) expect(await ask(other, method)).toMatchObject({ ok: true })
    }
  })
})
