import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { findChannel, isVisibleTo, visibleChannel } from './find.ts'
import { openDirect } from './list.ts'
import { entry } from '#domain/log/entry'
import { say } from '#domain/people/actions'
import { readableChannel, reachableChannel } from './postingRules.ts'

onBothDatabases('a channel', (open) => {
  test.each([
    ['C0GENERAL', 'xoxb-acme-scout', true],
    ['C0NOBOT', 'xoxb-acme-scout', true],
    ['C0SECRET', 'xoxb-acme-scout', false],
    ['D0ANASCOUT', 'xoxb-acme-scout', true],
    ['D0ANAQUIET', 'xoxb-acme-scout', false],
    ['C0CANVAS', 'xoxb-acme-scout', true],
    ['C0VANISHED', 'xoxb-acme-scout', false],
    ['C0OLD', 'xoxb-acme-scout', true],
    ['C0SECRET', 'xoxp-acme-ana', true],
  ])('[PLA] %s is visible to %s: %s', async (id, token, visible) => {
    const { store, callerOf } = await aScene(open)
    const channel = await findChannel(store.db, 'T0ACME', id)
    expect(isVisibleTo(channel!, await callerOf(token))).toBe(visible)
  })

  test.each([
    ['C0NOBOT', 'no_permission'],
    ['C0SECRET', 'channel_not_found'],
    ['C0VANISHED', 'channel_not_found'],
    ['C0STRICT', 'channel_not_found'],
    ['C0NOWHERE', 'channel_not_found'],
    ['C0FROZEN', 'ekm_access_denied'],
    ['C0BLOCKED', 'access_denied'],
    ['C0OLD', 'is_archived'],
    ['C0CANVAS', 'channel_type_not_supported'],
  ])('[PLA] %s answers an app that would act there %s', async (id, code) => {
    const { store, callerOf } = await aScene(open)
    await expect(async () => reachableChannel(store.db, await callerOf('xoxb-acme-scout'), id)).rejects.toMatchObject({
      code,
    })
  })

  test('[PLA] that a person is not in: a public one says so, a private one is not there', async () => {
    const { store, person } = await aScene(open)
    const eve = await person('U0EVE')
    await expect(readableChannel(store.db, eve, 'C0HELP')).rejects.toMatchObject({ code: 'not_in_channel' })
    await expect(readableChannel(store.db, eve, 'C0SECRET')).rejects.toMatchObject({ code: 'channel_not_found' })
    await expect(async () => reachableChannel(store.db, eve, 'C0HELP')).rejects.toMatchObject({
      code: 'not_in_channel',
    })
    expect(await readableChannel(store.db, eve, 'C0GENERAL')).toMatchObject({ id: 'C0GENERAL' })
  })

  test('of an enterprise is where an org-wide token acts, if its team let the app in', async () => {
    const { store, callerOf } = await aScene(open)
    const org = await callerOf('xoxe.xoxb-globex-scout')
    expect(await visibleChannel(store.db, org, 'C0GLO1')).toMatchObject({ caller: { teamId: 'T0GLOBEX1' } })
    await expect(async () => visibleChannel(store.db, org, 'C0GLO2')).rejects.toMatchObject({
      code: 'team_access_not_granted',
    })
    await expect(async () => visibleChannel(store.db, org, 'C0GENERAL')).rejects.toMatchObject({
      code: 'channel_not_found',
    })
    await expect(async () => visibleChannel(store.db, org, 'general')).rejects.toMatchObject({ code: 'team_not_found' })
  })

  test('is known anew when the log says that a member left', async () => {
    const { store } = await aScene(open)
    expect((await findChannel(store.db, 'T0ACME', 'C0HELP'))?.members).toContain('U0BEN')
    await store.write(async (tx) => {
      await tx.deleteFrom('members').where('channel_id', '=', 'C0HELP').where('user_id', '=', 'U0BEN').execute()
      tx.work.log(entry('member', 'T0ACME', { channelId: 'C0HELP', subject: 'U0BEN' }))
    })
    expect((await findChannel(store.db, 'T0ACME', 'C0HELP'))?.members).not.toContain('U0BEN')
  })

  test('that was opened in a write that failed was never there', async () => {
    const { store, person } = await aScene(open)
    const ben = await person('U0BEN')
    let id = ''
    const failing = store.write(async (tx) => {
      id = (await openDirect(tx, 'T0ACME', 'U0BEN', 'U0EVE')).id
      await say(tx, ben, { channelId: id, text: '' })
    })
    await expect(failing).rejects.toMatchObject({ code: 'no_text' })
    expect(id).toMatch(/^D/)
    expect(await findChannel(store.db, 'T0ACME', id)).toBeUndefined()
  })

  test('between two is opened once, whoever asks and however often at once', async () => {
    const { store } = await aScene(open)
    await Promise.all(Array.from({ length: 9 }, () => store.ping()))
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        store.write((tx) => openDirect(tx, 'T0ACME', i % 2 ? 'U0BEN' : 'U0EVE', i % 2 ? 'U0EVE' : 'U0BEN')),
      ),
    )
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
  })
})
