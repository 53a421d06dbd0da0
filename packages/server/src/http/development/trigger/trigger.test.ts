import { describe, expect, test } from 'vitest'
import { sentEvents } from '#domain/apps/sentEvents'
import { methods } from '#methods/index'
import { connectApp } from '#testing/apps/socketModeClient'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'
import { recipes } from './recipes.ts'

const drastic = ['app_uninstalled']
const ofAssistants = ['assistant_thread_started', 'assistant_thread_context_changed']
const ofAgents = [...recipes.keys()].filter((name) => !ofAssistants.includes(name) && !drastic.includes(name))

describe('POST /control/trigger', () => {
  test('[DEV-6] makes every event happen that an app can subscribe to, by doing it', async () => {
    const { trigger, app } = await startWithApp({ agent_view: { agent_description: 'Answers' } })
    const states: Record<string, unknown> = {}
    for (const event of ofAgents) {
      const { did, apps } = await trigger({ event, app: 'scout' })
      states[event] = [...apps.map(({ state }) => state), ...(did.length === 0 ? ['nothing was done'] : [])]
    }
    expect(states).toEqual(Object.fromEntries(ofAgents.map((event) => [event, ['acknowledged']])))
    const types = new Set(app.envelopes().map(({ payload }) => Reflect.get(Object(payload['event']), 'type')))
    const wanted = ofAgents.map((name) => name.replace(/^message(\..*|_changed|_deleted)$/, 'message'))
    expect([...types]).toEqual(expect.arrayContaining([...new Set(wanted)]))
  })

  test('starts threads with an assistant, and takes an app out only where it is named', async () => {
    const { trigger, request } = await startWithApp({ assistant_view: { assistant_description: 'Answers' } })
    for (const event of ofAssistants)
      expect((await trigger({ event })).apps, event).toMatchObject([{ state: 'acknowledged' }])
    const refused = (await request('POST', '/control/trigger', { team: 'T0ACME', event: 'app_uninstalled' })).body
    expect(refused).toMatchObject({ ok: false, error: 'app_not_found', detail: expect.stringContaining('Scout') })
    expect((await trigger({ event: 'app_uninstalled', app: 'Scout' })).apps).toMatchObject([{ state: 'acknowledged' }])
  })

  test('says why an app is not sent an event, and what was probably meant', async () => {
    const server = await startServer({ file: scoutFile({ events: ['message.im'], scopes: ['im:history'] }) })
    const ask = async (body: object) => (await server.request('POST', '/control/trigger', body)).body
    const team = 'T0ACME'
    const mentioned = await ask({ team, event: 'app_mention', app: 'scout', user: 'ben', channel: '#help-desk' })
    expect(mentioned).toMatchObject({
      did: [expect.stringMatching(/^Ben Okafor writes “<@U0SCOUT> .* in #help-desk$/)],
    })
    expect(mentioned['apps']).toContainEqual({
      app: 'A0SCOUT',
      name: 'Scout',
      state: 'not_sent',
      detail: 'does not subscribe to app_mention',
    })
    const written = await ask({ team, event: 'message.im', app: 'scout' })
    expect(written['apps']).toContainEqual(expect.objectContaining({ app: 'A0SCOUT', state: 'waiting' }))
    const wrong: [object, string, RegExp][] = [
      [{ event: 'app_mentoin' }, 'event_not_found', /did you mean "app_mention"\?/],
      [{ event: 'app_mention', app: 'scuot' }, 'app_not_found', /did you mean "Scout"\?/],
      [{ event: 'app_mention', user: 'bne' }, 'user_not_found', /did you mean "ben"\?/],
      [{ event: 'app_mention', channel: 'help-dsk' }, 'channel_not_found', /did you mean "help-desk"\?/],
      [{ event: 'app_mention', team: 'T0NONE' }, 'team_not_found', /There is no team "T0NONE"/],
    ]
    for (const [body, error, detail] of wrong)
      expect(await ask({ team, ...body })).toMatchObject({ ok: false, error, detail: expect.stringMatching(detail) })
  })
})

/** A server on which Scout subscribes to everything, may receive it, and acknowledges it. */
async function startWithApp(features: object) {
  const scopes = [
    ...new Set([...methods.values()].flatMap((method) => method.scopes)),
    'app_mentions:read',
    'reactions:read',
    'links:read',
    'metadata.message:read',
    'users.profile:read',
    'usergroups:read',
  ]
  const file = JSON.parse(scoutFile({ events: sentEvents, scopes }))
  for (const { id, manifest } of file.apps) {
    if (id !== 'A0SCOUT') continue
    manifest.features = { ...manifest.features, unfurl_domains: ['example.com'], app_home: { home_tab_enabled: true } }
    for (const view of ['agent_view', 'assistant_view']) delete manifest.features[view]
    Object.assign(manifest.features, features)
    manifest.functions = { double: { input_parameters: { number: { type: 'integer', is_required: true } } } }
    manifest.settings.event_subscriptions.metadata_subscriptions = [{ app_id: '*', event_type: '*' }]
  }
  const server = await startServer({ file: JSON.stringify(file) })
  const app = await connectApp(server.url)
  return { ...server, app, trigger }

  async function trigger(wanted: object): Promise<{ did: string[]; apps: { state: string }[] }> {
    const { body } = await server.request('POST', '/control/trigger', { team: 'T0ACME', ...wanted })
    const { did = [], apps = [{ app: 'A0SCOUT', state: body['detail'] }] } = body
    return { did, apps: apps.filter((one: { app: string }) => one.app === 'A0SCOUT') }
  }
}
