import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { everyScope } from '#testing/calls/tokens'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { factRefusals, teamRefusalsFor } from '#testing/refusals/usergroupRefusals'
import { peopleFile as file } from '#testing/workspace/people'
import { createWorkspace } from '#testing/workspace/workspace'
import { create } from './create.ts'

onBothDatabases('usergroups.create', (open) => {
  test('[GRP-2] are created, with a handle of their name if none is given', async () => {
    const { call, store } = await createWorkspace({ store: await open(), file })
    const facts = { name: 'Customer Support!', description: 'Ask us', channels: 'CGENERAL' }
    const { usergroup } = await call(create, { ...facts, include_count: true })
    expect(usergroup).toMatchObject({
      id: expect.stringMatching(/^S/),
      handle: 'customer-support',
      description: 'Ask us',
      created_by: 'UBOT',
      prefs: { channels: ['CGENERAL'] },
      users: [],
      user_count: 0,
      date_create: expect.any(Number),
    })
    expect(usergroup?.date_create).toBeGreaterThan(store.db.clock.now() / 1000 - 60)
    const { usergroup: other } = await call(create, { name: 'Night', handle: '@Night.Shift' })
    expect(other?.handle).toBe('night.shift')
  })
})

describe('usergroups.create', () => {
  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof create> = {
    ...teamRefusalsFor({ name: 'New' }),
    ...factRefusals({ name: 'New' }),
    too_many_usergroups: {
      args: { name: 'New' },
      detail: '1000',
      prepare: ({ store }) =>
        store.write(async (tx) => {
          const handles = Array.from({ length: 998 }, (_, i) => `x${i}`)
          const rows = handles.map((handle) => ({ team_id: 'T1', id: `SX${handle}`, handle, name: handle, users: [] }))
          await tx.insertInto('usergroups').values(rows).execute()
        }),
    },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(create, error, { file, ...call }))

  test.each([
    ['C0SECRET', 'not public'],
    ['C0CANVAS', 'not public'],
    ['D0ANASCOUT', 'not public'],
    ['C0GLOBEX', 'No channel'],
  ])('[GRP-2] everybody sees the channels of a group, so %s cannot be one', async (channels, detail) => {
    const { call, store } = await createWorkspace()
    await store.write((tx) => tx.updateTable('tokens').set({ scopes: everyScope }).execute())
    expect(await call(create, { name: 'Spies', channels }, { token: 'xoxp-acme-ana' })).toMatchObject({
      error: 'channel_not_found',
      detail: expect.stringContaining(detail),
    })
  })

  test.each(['C0NOBOT', 'C0OLD', 'C0BLOCKED', 'C0FROZEN'])('[GRP-2] the public channel %s can', async (channels) => {
    const { call, store } = await createWorkspace()
    await store.write((tx) => tx.updateTable('tokens').set({ scopes: everyScope }).execute())
    const { usergroup } = await call(create, { name: 'Guests', channels })
    expect(usergroup?.prefs.channels).toEqual([channels])
  })

  test('[GRP-2] the handle of a private channel is free, so that nothing is revealed', async () => {
    const { call } = await createWorkspace({ file })
    expect((await call(create, { name: 'Spies', handle: 'secret' })).usergroup?.handle).toBe('secret')
  })
})
