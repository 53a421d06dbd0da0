import { WebClient } from '@slack/web-api'
import { describe, expect, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { createNodes } from '#testing/nodes/nodes'

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

describe.skipIf(!postgres)('a call that reads', () => {
  test('[NOD-17] is never refused by one node for want of what another node has answered', async () => {
    const { launch } = await createNodes(file)
    const [one, other] = [await launch(), await launch()].map(
      ({ url }) => new WebClient('xoxb-scout', { slackApiUrl: `${url}/api/`, retryConfig: { retries: 0 } }),
    )
    const refused = { data: { error: 'not_in_channel' } }
    for (let round = 0; round < 5; round++) {
      // The other node remembers the channel, without the app.
      await expect(other!.conversations.history({ channel: 'C0NEWS' })).rejects.toMatchObject(refused)
      await one!.conversations.join({ channel: 'C0NEWS' })
      expect((await other!.conversations.history({ channel: 'C0NEWS' })).ok).toBe(true)
      await one!.conversations.leave({ channel: 'C0NEWS' })
      await other!.conversations.join({ channel: 'C0NEWS' })
      await other!.conversations.leave({ channel: 'C0NEWS' })
    }
  })
})
