import { describe, expect, test } from 'vitest'
import { createClient, getRefusal } from '#testing/sdk'
import { startServer } from '#testing/server'

async function createHostClient() {
  return createClient(await startServer(), 'xoxb-acme-host')
}

describe('the official client', () => {
  test('creates a channel, invites people, sets the topic, and archives it', async () => {
    const { conversations, chat } = await createHostClient()
    const { channel } = await conversations.create({ name: 'launch', is_private: true })
    const id = channel?.id ?? ''
    expect(channel).toMatchObject({ name: 'launch', is_private: true, creator: 'U0SCOUT' })

    expect((await conversations.invite({ channel: id, users: 'U0ANA,U0BEN' })).channel).toMatchObject({ id })
    const again = await getRefusal(conversations.invite({ channel: id, users: 'U0BEN' }))
    expect(again.data).toMatchObject({
      error: 'already_in_channel',
      errors: [{ user: 'U0BEN', ok: false, error: 'already_in_channel' }],
    })
    expect((await conversations.setTopic({ channel: id, topic: 'Thursday' })).channel?.topic).toMatchObject({
      value: 'Thursday',
      creator: 'U0SCOUT',
    })
    const { ts } = await chat.postMessage({ channel: id, text: 'Welcome' })
    await conversations.mark({ channel: id, ts: ts ?? '' })
    expect((await conversations.info({ channel: id })).channel?.last_read).toBe(ts)
    await conversations.kick({ channel: id, user: 'U0BEN' })
    expect((await conversations.members({ channel: id })).members).toEqual(['U0ANA', 'U0SCOUT'])
    await conversations.archive({ channel: id })
    expect((await conversations.info({ channel: id })).channel?.is_archived).toBe(true)
  })

  test('leaves a channel twice and joins it twice, with a warning the second time', async () => {
    const { conversations } = await createHostClient()
    expect(await conversations.leave({ channel: 'C0RANDOM' })).toMatchObject({ ok: true })
    expect(await conversations.leave({ channel: 'C0RANDOM' })).toMatchObject({ ok: true, not_in_channel: true })
    expect((await conversations.join({ channel: 'C0RANDOM' })).channel?.is_member).toBe(true)
    const again = await conversations.join({ channel: 'C0RANDOM' })
    expect(again).toMatchObject({ warning: 'already_in_channel' })
    expect(again.response_metadata?.warnings).toContain('already_in_channel')
  })

  test('finds people, bots, the team and its emoji', async () => {
    const client = await createHostClient()
    expect((await client.users.lookupByEmail({ email: 'BEN@acme.example' })).user?.id).toBe('U0BEN')
    expect((await getRefusal(client.users.lookupByEmail({ email: 'x@acme.example' }))).data.error).toBe(
      'users_not_found',
    )
    expect((await client.bots.info({ bot: 'B0SCOUT' })).bot).toMatchObject({ app_id: 'A0SCOUT', name: 'Scout' })
    expect((await client.team.info()).team).toMatchObject({ id: 'T0ACME', name: 'Acme', domain: 'acme' })
    expect((await client.emoji.list()).emoji).toEqual({
      shipit: 'alias:rocket',
      logo: 'https://acme.example/logo.png',
    })
  })

  test('paginate() pages through the conversations of a user', async () => {
    const client = await createHostClient()
    const names: string[] = []
    let pages = 0
    for await (const page of client.paginate('users.conversations', { user: 'U0BEN', limit: 2 })) {
      pages++
      const { channels = [] } = page as { channels?: { name: string }[] }
      names.push(...channels.map(({ name }) => name))
    }
    expect(pages).toBe(2)
    expect(names.toSorted()).toEqual(['general', 'help-desk', 'random'])
    const wrong = client.users.conversations({ cursor: 'bm9uZSBvZiBvdXJz' })
    expect((await getRefusal(wrong)).data.error).toBe('invalid_cursor')
  })

  test('revokes its token, which is invalid from then on', async () => {
    const client = await createHostClient()
    expect(await client.auth.revoke({ test: true })).toMatchObject({ ok: true, revoked: false })
    expect(await client.auth.test()).toMatchObject({ ok: true })
    expect(await client.auth.revoke()).toMatchObject({ ok: true, revoked: true })
    expect((await getRefusal(client.auth.test())).data.error).toBe('token_revoked')
  })
})
