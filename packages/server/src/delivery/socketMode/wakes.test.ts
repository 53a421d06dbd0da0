import { expect, test } from 'vitest'
import type { Store } from '#store/db'
import { openSqlite } from '#store/sqlite/open'
import { connectApp, socketUrl } from '#testing/apps/socketModeClient'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'

/** Connected apps that are sent nothing. */
const quietApps = ['A0QUIET', 'A0FENCED']

test('[EVT-5] only an app that has something to be sent is asked for it, however many are connected', async () => {
  const store = await openSqlite(':memory:')
  const asked = appsAskedFor(store)
  const server = await startServer({ store, file: withQuietApps() })
  const scout = await connectApp(server.url)
  for (const app of quietApps) await connectApp(server.url, { address: await socketUrl(server.url, `xapp-${app}`) })
  expect(new Set(asked)).toEqual(new Set(['A0SCOUT', ...quietApps]))

  asked.length = 0
  await twoTicks()
  expect(asked).toEqual([])

  await server.request('POST', '/control/say', { team: 'T0ACME', user: 'U0ANA', channel: 'C0HELP', text: 'Hello' })
  await scout.until(() => scout.envelopes().length === 1)
  await twoTicks()
  expect(new Set(asked)).toEqual(new Set(['A0SCOUT']))

  // It becomes due without anything happening.
  await store.write(async (tx) => {
    const { clock } = tx
    await tx
      .insertInto('deliveries')
      .values({ ...waiting, kept_until: clock.now() + 60_000, due_at: clock.now() + 700 })
      .execute()
  })
  await scout.until(() => scout.envelopes().length === 2)
  expect(new Set(asked)).toEqual(new Set(['A0SCOUT']))
})

const waiting = {
  event_id: 'Ev0LATER',
  app_id: 'A0SCOUT',
  team_id: 'T0ACME',
  channel_id: 'C0HELP',
  ts: null,
  seq: 1,
  type: 'message',
  event: { type: 'message' },
  at: 0,
  attempt: 1,
  reason: 'timeout' as const,
}

/** The ids of the apps whose deliveries are read, one for each time. */
function appsAskedFor(store: Store): string[] {
  const asked: string[] = []
  const { cache, clock, secrets } = store.db
  const watched = store.db.withPlugin({
    transformQuery({ node }) {
      const query = JSON.stringify(node)
      const isOfDeliveries = query.includes('from deliveries') && query.includes('"name":"installations"')
      if (isOfDeliveries) asked.push(...['A0SCOUT', ...quietApps].filter((app) => query.includes(`"value":"${app}"`)))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  Object.assign(store, { db: Object.assign(watched, { cache, clock, secrets }) })
  return asked
}

function withQuietApps(): string {
  const file = JSON.parse(scoutFile({ events: ['message.channels'] }))
  for (const app of file.apps)
    if (quietApps.includes(app.id)) {
      app.manifest.settings = { socket_mode_enabled: true, event_subscriptions: { bot_events: [] } }
      delete app.allowed_ips
      file.tokens.push({ token: `xapp-${app.id}`, kind: 'app', app: app.id, scopes: ['connections:write'] })
    }
  return JSON.stringify(file)
}

async function twoTicks(): Promise<void> {
  await new Promise((done) => setTimeout(done, 600))
}
