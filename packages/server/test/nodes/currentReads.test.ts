import { describe, expect, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { call, createNodes } from '#testing/nodes/nodes'

const file = `
version: 1
teams:
  - id: T0ACME
    name: Acme
    domain: acme
    users: [{ id: U0ANA, name: ana }]
    channels: [{ id: C0HELP, name: help, general: true, members: [U0ANA] }, { id: C0NEWS, name: news, members: [U0ANA] }]
apps:
  - { id: A0SCOUT, bot_id: B0SCOUT, bot_user: U0SCOUT, installed_in: [T0ACME], manifest: { display_information: { name: Scout } } }
tokens:
  - token: xoxb-scout
    kind: bot
    app: A0SCOUT
    team: T0ACME
    scopes: ['channels:join', 'channels:manage', 'channels:read', 'channels:history']
`

const token = 'xoxb-scout'

describe.skipIf(!postgres)('a call that reads', () => {
  test('[NOD-17] is never refused by one node for want of what another node has answered', async () => {
    const { launch } = await createNodes(file)
    const [one, other] = [await launch(), await launch()]
    const ask = (node: typeof one, method: string) =>
      call(node, `conversations.${method}`, { channel: 'C0NEWS' }, token)
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
