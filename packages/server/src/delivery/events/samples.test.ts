import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type EventDeclaration, eventDeclarations, type SentEvent } from '#domain/apps/sentEvents'
import { openSqlite } from '#store/sqlite/open'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { actingScopes, eventScenes } from '#testing/events/eventScenes'
import { stableSample } from '#testing/events/stableSample'
import { scoutFile } from '#testing/workspace/scout'

const names = Object.keys(eventDeclarations) as SentEvent[]
const samples = join(import.meta.dirname, '../../../../../docs/events.samples.json')

test('[EVT-1] an app with one subscription and the scope that is declared for it gets the event, as docs/events.md shows it', async () => {
  const found: Record<string, unknown> = {}
  for (const name of names) found[name] = stableSample(await recordEvent(name))
  await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(samples)
})

async function recordEvent(name: SentEvent): Promise<object> {
  const { scopes }: EventDeclaration = eventDeclarations[name]
  const [type = ''] = name.split('.')
  const features = name.startsWith('assistant')
    ? { assistant_view: { assistant_description: 'Answers' } }
    : { agent_view: { agent_description: 'Answers' }, unfurl_domains: ['example.com'] }
  const subscriptions = { events: name.startsWith('assistant') ? [name, 'assistant_thread_started'] : [name] }
  const options = { ...subscriptions, scopes: [...actingScopes, ...scopes], features }
  const scene = await createSubscribedApp(() => openSqlite(':memory:'), options)
  await subscribeToMetadata(scene)
  await scene.takeEvents()
  await eventScenes[name]({ ...scene, file: scoutFile(options) })
  const events = await scene.takeEvents()
  const event = events.find((one) => one['type'] === type)
  expect(event, `${name}, of ${JSON.stringify(events.map((one) => one['type']))}`).toBeDefined()
  await scene.close()
  return event ?? {}
}

async function subscribeToMetadata({ store }: Awaited<ReturnType<typeof createSubscribedApp>>): Promise<void> {
  const { manifest } = await store.db
    .selectFrom('apps')
    .select('manifest')
    .where('id', '=', 'A0SCOUT')
    .executeTakeFirstOrThrow()
  const settings = Object(manifest['settings'])
  const metadata_subscriptions = [{ app_id: 'A0SCOUT', event_type: 'task' }]
  const event_subscriptions = { ...settings.event_subscriptions, metadata_subscriptions }
  const changed = { ...manifest, settings: { ...settings, event_subscriptions } }
  await store.write((tx) => tx.updateTable('apps').set({ manifest: changed }).where('id', '=', 'A0SCOUT').execute())
}
