import { expect, test } from 'vitest'
import { closeDirectMessage } from '#domain/channels/direct/closed'
import { openDirectMessageWith } from '#domain/channels/direct/open'
import { open as openConversation } from '#methods/conversations/open'
import { postMessage } from '#methods/chat/postMessage'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'

const names = ['im_created', 'im_open', 'im_close', 'group_open', 'group_close', 'message.mpim']
const scopes = ['im:read', 'groups:read', 'mpim:history', 'chat:write', 'im:write']
const event_ts = expect.any(String)

onBothDatabases('[ROM-12] events of direct messages', (open) => {
  test('creating, closing and opening again go to the app in them', async () => {
    const { as, takeEvents } = await createSubscribedApp(open, { events: names, scopes })
    const openAs = (user: string, users: string[]) =>
      as(user, async (tx, person) => (await openDirectMessageWith(tx, person, users)).channel)
    const channel = await openAs('U0BEN', ['U0SCOUT'])
    const about = { user: 'U0BEN', channel: channel.id, event_ts }
    expect(await takeEvents()).toEqual([
      {
        type: 'im_created',
        user: 'U0BEN',
        channel: { id: channel.id, created: expect.any(Number), is_im: true, user: 'U0SCOUT' },
        event_ts,
      },
      { type: 'im_open', ...about },
    ])
    await as('U0BEN', (tx, ben) => closeDirectMessage(tx, ben, channel))
    await as('U0BEN', (tx, ben) => closeDirectMessage(tx, ben, channel))
    await openAs('U0BEN', ['U0SCOUT'])
    await openAs('U0BEN', ['U0SCOUT'])
    expect(await takeEvents()).toEqual([
      { type: 'im_close', ...about },
      { type: 'im_open', ...about },
    ])
    const group = await openAs('U0ANA', ['U0BEN', 'U0SCOUT'])
    await as('U0BEN', (tx, ben) => closeDirectMessage(tx, ben, group))
    expect(await takeEvents()).toEqual([
      { type: 'group_open', user: 'U0ANA', channel: group.id, event_ts },
      { type: 'group_close', user: 'U0BEN', channel: group.id, event_ts },
    ])
  })

  test('a direct message between others is no event; a message in a group is one of its kind', async () => {
    const { as, call, takeEvents } = await createSubscribedApp(open, { events: names, scopes })
    await as('U0ANA', (tx, ana) => openDirectMessageWith(tx, ana, ['U0BEN']))
    await as('U0ANA', (tx, ana) => openDirectMessageWith(tx, ana, ['U0BEN', 'U0EVE']))
    expect(await takeEvents()).toEqual([])
    const { channel } = await call(openConversation, { users: 'U0ANA,U0BEN' })
    await call(postMessage, { channel: channel!.id, text: 'Hi' })
    expect(await takeEvents()).toMatchObject([
      { type: 'group_open', user: 'U0SCOUT', channel: channel!.id },
      { type: 'message', channel_type: 'mpim', channel: channel!.id, text: 'Hi' },
    ])
  })
})
