import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { removeEndedStatuses } from '#domain/people/profile/endedStatuses'
import { changeProfile } from '#domain/people/profile/change'
import { hashToken } from '#domain/ids'
import { create } from '#methods/usergroups/create'
import { disable } from '#methods/usergroups/disable'
import { update } from '#methods/usergroups/users/update'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { scoutFile } from '#testing/workspace/scout'
import { parseWorkspace } from '#workspace/file'
import { loadWorkspace } from '#workspace/load'

const events = [
  'subteam_created',
  'subteam_members_changed',
  'subteam_updated',
  'team_join',
  'user_change',
  'user_profile_changed',
  'user_status_changed',
]
const scopes = ['users:read', 'usergroups:read', 'usergroups:write']
const event_ts = expect.any(String)

const usersIn = (given: Record<string, unknown>[]) =>
  given.map(({ user }) => user as { profile: { email?: string; status_text: string } })
const statusesIn = (given: Record<string, unknown>[]) =>
  usersIn(given).map(({ profile }, i) => [given[i]?.['type'], profile.status_text])

onBothDatabases('events of people', (open) => {
  test('[USR-8] a changed profile is reported with the whole user', async () => {
    const { as, takeEvents } = await createSubscribedApp(open, { events, scopes })
    await as('U0BEN', (tx, ben) => changeProfile(tx, ben, 'U0BEN', { title: 'Cook' }))
    const user = expect.objectContaining({ id: 'U0BEN', profile: expect.objectContaining({ title: 'Cook' }) })
    expect(await takeEvents()).toEqual([
      { type: 'user_change', user, cache_ts: expect.any(Number), event_ts },
      { type: 'user_profile_changed', user, cache_ts: expect.any(Number), event_ts },
    ])
  })

  test('[USR-7, USR-8] a status is reported when it is set and when it ends', async () => {
    const { as, takeEvents, store } = await createSubscribedApp(open, { events, scopes })
    const end = Math.floor(store.db.clock.now() / 1000) + 60
    const status = { status_text: 'Lunch', status_expiration: end }
    await as('U0BEN', (tx, ben) => changeProfile(tx, ben, 'U0BEN', status))
    expect(statusesIn(await takeEvents())).toEqual([
      ['user_change', 'Lunch'],
      ['user_status_changed', 'Lunch'],
    ])
    store.db.clock.now = () => end * 1000
    await store.write(removeEndedStatuses)
    await store.write(removeEndedStatuses)
    expect(statusesIn(await takeEvents())).toEqual([
      ['user_change', ''],
      ['user_status_changed', ''],
    ])
  })

  test.each([
    ['users:read', undefined],
    ['users:read.email', 'ben@acme.example'],
  ])('[USR-2] with %s the address is %s', async (scope, email) => {
    const { as, takeEvents } = await createSubscribedApp(open, { events, scopes: [...scopes, scope] })
    await as('U0BEN', (tx, ben) => changeProfile(tx, ben, 'U0BEN', { title: 'Cook' }))
    expect(usersIn(await takeEvents()).map(({ profile }) => profile.email)).toEqual([email, email])
  })

  test('[USR-8] without users:read nothing is reported', async () => {
    const { as, takeEvents } = await createSubscribedApp(open, { events, scopes: ['chat:write'] })
    await as('U0BEN', (tx, ben) => changeProfile(tx, ben, 'U0BEN', { title: 'Cook' }))
    expect(await takeEvents()).toEqual([])
  })

  test('[USR-8] who is new in the workspace file has joined the team', async () => {
    const { takeEvents, store } = await createSubscribedApp(open, { events, scopes })
    const file = parse(scoutFile({ events, scopes }))
    file.teams[0].users.push({ id: 'U0NEW', name: 'new', real_name: 'New Person' })
    const tools = { hashToken, hashPassword: () => 'none' }
    for (const _ of [1, 2])
      await store.write((tx) => loadWorkspace(tx, parseWorkspace(JSON.stringify(file), 'test.yaml'), tools))
    expect(await takeEvents()).toEqual([
      { type: 'team_join', user: expect.objectContaining({ id: 'U0NEW', real_name: 'New Person' }), event_ts },
    ])
  })

  test('[GRP-6] a user group is reported when it is created, changed, and when its members change', async () => {
    const { call, takeEvents } = await createSubscribedApp(open, { events, scopes })
    const { usergroup } = await call(create, { name: 'Cooks' })
    const id = usergroup!.id
    const subteam = (more: object) => expect.objectContaining({ id, handle: 'cooks', ...more })
    expect(await takeEvents()).toEqual([{ type: 'subteam_created', subteam: subteam({ users: [] }), event_ts }])
    await call(update, { usergroup: id, users: 'U0BEN' })
    expect(await takeEvents()).toEqual([
      {
        type: 'subteam_members_changed',
        subteam_id: id,
        team_id: 'T0ACME',
        date_previous_update: expect.any(Number),
        date_update: expect.any(Number),
        added_users: ['U0BEN'],
        added_users_count: 1,
        removed_users: [],
        removed_users_count: 0,
        event_ts,
      },
      { type: 'subteam_updated', subteam: subteam({ users: ['U0BEN'], user_count: 1 }), event_ts },
    ])
    await call(disable, { usergroup: id })
    expect(await takeEvents()).toEqual([
      { type: 'subteam_updated', subteam: subteam({ date_delete: expect.any(Number) }), event_ts },
    ])
  })
})
