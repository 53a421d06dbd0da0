import { expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { inviteMembers as inviteTo } from '#domain/channels/membership/invite'
import { invite } from '#methods/conversations/membership/invite'
import { kickMember } from '#domain/channels/membership/leave'
import { leave } from '#methods/conversations/membership/leave'
import { kick } from '#methods/conversations/membership/kick'
import { archive } from '#methods/conversations/archive'
import { rename } from '#methods/conversations/rename'
import { setPurpose } from '#methods/conversations/setPurpose'
import { setTopic } from '#methods/conversations/setTopic'
import { unarchive } from '#methods/conversations/unarchive'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'

onBothDatabases('events for apps', (open) => {
  test('people who join and leave', async () => {
    const { call, takeEvents } = await createSubscribedApp(open)
    await call(invite, { channel: 'C0HELP', users: 'U0EVE' })
    await call(kick, { channel: 'C0HELP', user: 'U0EVE' })
    const both = { user: 'U0EVE', channel: 'C0HELP', channel_type: 'C', team: 'T0ACME', event_ts: expect.any(String) }
    const message = { type: 'message', user: 'U0EVE', channel: 'C0HELP', channel_type: 'channel', team: 'T0ACME' }
    const ts = expect.stringMatching(/^\d{10}\.\d{6}$/)
    const events = await takeEvents()
    expect(events).toEqual([
      { type: 'member_joined_channel', ...both, inviter: 'U0SCOUT' },
      {
        ...message,
        subtype: 'channel_join',
        text: '<@U0EVE> has joined the channel',
        inviter: 'U0SCOUT',
        blocks: [],
        ts,
        event_ts: ts,
      },
      { type: 'member_left_channel', ...both },
      { ...message, subtype: 'channel_leave', text: '<@U0EVE> has left the channel', blocks: [], ts, event_ts: ts },
    ])
    for (const { type, ts: of, event_ts: at } of events) if (type === 'message') expect(at).toBe(of)
  })

  test.each([
    ['channel_left', 'C0HELP'],
    ['group_left', 'C0SECRET'],
  ])('[EVT-31] an app gets %s when it is removed from %s, and nothing else of it', async (type, channel) => {
    const events = ['channel_left', 'group_left', 'member_left_channel', 'message.channels', 'message.groups']
    const { as, takeEvents } = await createSubscribedApp(open, { events })
    if (channel === 'C0SECRET') await as('U0ANA', (tx, ana) => inviteTo(tx, ana, channel, ['U0SCOUT'], false))
    await takeEvents()
    await as('U0ANA', (tx, ana) => kickMember(tx, ana, channel, 'U0SCOUT'))
    expect(await takeEvents()).toEqual([
      { type, channel, actor_id: 'U0ANA', event_ts: expect.stringMatching(/^\d{10}\.\d{6}$/) },
    ])
  })

  test('[EVT-31] an app that leaves by itself gets channel_left as its own act', async () => {
    const { call, takeEvents } = await createSubscribedApp(open, { events: ['channel_left'] })
    await call(leave, { channel: 'C0HELP' })
    expect(await takeEvents()).toMatchObject([{ type: 'channel_left', channel: 'C0HELP', actor_id: 'U0SCOUT' }])
  })

  test('[ROM-8] changes of a channel become messages, also for the app that made them, without a mention', async () => {
    const { call, store, takeEvents } = await createSubscribedApp(open)
    const ana = (await findPersonCaller(store.db, 'T0ACME', 'U0ANA'))!
    await store.write((tx) => inviteTo(tx, ana, 'C0SECRET', ['U0SCOUT'], false))
    await call(setTopic, { channel: 'C0HELP', topic: 'Ask <@U0SCOUT>' })
    await call(setPurpose, { channel: 'C0HELP', purpose: 'Printers' })
    await call(rename, { channel: 'C0HELP', name: 'printers' })
    await call(archive, { channel: 'C0HELP' })
    await call(unarchive, { channel: 'C0HELP' })
    const events = await takeEvents()
    expect(events.filter(({ type }) => type === 'message')).toMatchObject([
      { subtype: 'channel_join', user: 'U0SCOUT', inviter: 'U0ANA', channel: 'C0SECRET', channel_type: 'group' },
      { subtype: 'channel_topic', user: 'U0SCOUT', topic: 'Ask <@U0SCOUT>', channel_type: 'channel' },
      { subtype: 'channel_purpose', purpose: 'Printers' },
      { subtype: 'channel_name', old_name: 'help-desk', name: 'printers' },
      { subtype: 'channel_archive', text: '<@U0SCOUT> archived the channel' },
      { subtype: 'channel_unarchive', text: '<@U0SCOUT> un-archived the channel' },
    ])
    expect(events.filter(({ type }) => type === 'app_mention')).toEqual([])
  })
})
