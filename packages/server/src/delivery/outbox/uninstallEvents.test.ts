import { expect, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { createSubscribedApp, moreEvents } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { everyEvent } from '#testing/workspace/scout'

const events = [...everyEvent, ...moreEvents]
const event_ts = expect.any(String)

onBothDatabases('events of an app that was uninstalled', (open) => {
  test('[EVT-11] an app is told that it was uninstalled and that its tokens were revoked', async () => {
    const { store, takeEvents } = await createSubscribedApp(open, { events })
    await store.write(async (tx) => {
      await tx.deleteFrom('installations').where('app_id', '=', 'A0SCOUT').where('team_id', '=', 'T0ACME').execute()
      const app = 'A0SCOUT'
      tx.work.log(logEntry('team', 'T0ACME', { change: { type: 'uninstalled', app } }))
      tx.work.log(
        logEntry('team', 'T0ACME', { change: { type: 'tokens_revoked', app, people: ['U0ANA'], bots: ['U0SCOUT'] } }),
      )
    })
    expect(await takeEvents()).toEqual([
      { type: 'app_uninstalled', event_ts },
      { type: 'tokens_revoked', tokens: { oauth: ['U0ANA'], bot: ['U0SCOUT'] }, event_ts },
    ])
  })
})
