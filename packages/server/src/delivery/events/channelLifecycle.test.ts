import { expect, test } from 'vitest'
import { renameChannel as renameRoom } from '#domain/channels/rename'
import { unarchiveChannel as openRoom } from '#domain/channels/archive'
import { archive } from '#methods/conversations/archive'
import { create } from '#methods/conversations/create'
import { rename as renameChannel } from '#methods/conversations/rename'
import { unarchive } from '#methods/conversations/unarchive'
import { createSubscribedApp, moreEvents } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { everyEvent } from '#testing/workspace/scout'

const events = [...everyEvent, ...moreEvents]
const event_ts = expect.any(String)

onBothDatabases('events of channels', (open) => {
  test('[EVT-11, ROM-8] creating, archiving, unarchiving and renaming: public channels for every app of the team, private ones for members', async () => {
    const { call, takeEvents, as } = await createSubscribedApp(open, {
      events,
      scopes: ['channels:read', 'groups:read', 'channels:manage'],
    })
    const { changeChannel } = await import('#feed/session/changeChannel')
    const make = (name: string, isPrivate: boolean) =>
      as('U0ANA', (tx, ana) => changeChannel(tx, ana, { type: 'create', id: '1', name, private: isPrivate }))
    const plans = await make('plans', false)
    const hidden = await make('hidden', true)
    expect(await takeEvents()).toEqual([
      {
        type: 'channel_created',
        channel: expect.objectContaining({ id: plans, name: 'plans', is_channel: true, creator: 'U0ANA' }),
        event_ts,
      },
    ])
    for (const channel of [plans, hidden])
      await as('U0ANA', (tx, ana) => changeChannel(tx, ana, { type: 'archive', id: '1', channel }))
    expect(await takeEvents()).toEqual([
      { type: 'channel_archive', channel: plans, user: 'U0ANA', is_moved: 0, event_ts },
    ])
    await as('U0ANA', (tx, ana) => openRoom(tx, ana, plans))
    await as('U0ANA', (tx, ana) => renameRoom(tx, ana, plans, 'dreams'))
    const named = { name: 'dreams', name_normalized: 'dreams', created: expect.any(Number), is_mpim: false }
    expect(await takeEvents()).toEqual([
      { type: 'channel_unarchive', channel: plans, user: 'U0ANA', event_ts },
      { type: 'channel_rename', channel: { id: plans, ...named, is_channel: true }, event_ts },
    ])
    const { channel } = await call(create, { name: 'mine', is_private: true }, { token: 'xoxb-acme-scout' })
    const own = { channel: channel!.id }
    const joined = { type: 'member_joined_channel', user: 'U0SCOUT', channel_type: 'G', team: 'T0ACME', event_ts }
    expect(await takeEvents()).toEqual([{ ...joined, ...own }])
    await call(archive, own)
    await call(unarchive, own)
    await call(renameChannel, { ...own, name: 'wishes' })
    expect(await takeEvents()).toEqual([
      { type: 'group_archive', ...own, user: 'U0SCOUT', is_moved: 0, event_ts },
      { type: 'group_unarchive', ...own, actor_id: 'U0SCOUT', event_ts },
      {
        type: 'group_rename',
        channel: { id: own.channel, ...named, name: 'wishes', name_normalized: 'wishes', is_channel: false },
        event_ts,
      },
    ])
  })
})
