import { expect, test } from 'vitest'
import { listUsers } from '#domain/people/users'
import { createWorkspace } from '#testing/workspace/workspace'
import { toViewerUsers } from './users.ts'

const agentWith = (id: string, display: object, features: object, events: string[] = []) => ({
  id,
  bot_user: `U${id}`,
  installed_in: ['T1'],
  manifest: { display_information: display, features, settings: { event_subscriptions: { bot_events: events } } },
})
const file = JSON.stringify({
  version: 1,
  teams: [{ id: 'T1', name: 'One', domain: 'one', users: [{ id: 'U1', name: 'uma' }], channels: [] }],
  apps: [
    agentWith('A1', { name: 'Brook' }, { agent_view: { agent_description: 'Makes plans' } }, ['agent_session_stopped']),
    agentWith(
      'A2',
      { name: 'Sage', description: 'An assistant' },
      { assistant_view: { assistant_description: 'Thinks' } },
    ),
    agentWith('A3', { name: 'Plain' }, {}),
  ],
})

test('[ACT-31, THR-12] a viewer learns what an app says of itself, and whether it is told of Stop', async () => {
  const { store } = await createWorkspace({ file })
  const users = await toViewerUsers(store.db, await listUsers(store.db, 'T1', { after: '', limit: 10 }))
  const facts = (app: string) => {
    const user = users.find(({ app_id: id }) => id === app)
    return [user?.description, user?.agent_description, user?.agent, user?.handles_stop]
  }
  expect(facts('A1')).toEqual(['Makes plans', undefined, true, true])
  expect(facts('A2')).toEqual(['An assistant', 'Thinks', undefined, undefined])
  expect(facts('A3')).toEqual([undefined, undefined, undefined, undefined])
})
