import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { findChannel, findVisibleChannel, isVisibleTo } from './find.ts'
import { openDirectMessage } from './directMessage.ts'
import { logEntry } from '#domain/log/entry'
import { sendMessage } from '#domain/people/messages/send'
import { findReachableChannel, findReadableChannel } from './access.ts'

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
  ])('[PLA-1] %s is visible to %s: %s', async (id, token, visible) => {
    const { store, findCaller } = await loadAcme(open)
    const channel = await findChannel(store.db, 'T0ACME', id)
    expect(isVisibleTo(channel!, await findCaller(token))).toBe(visible)
  })

  test.each([
    ['C0NOBOT', 'not_in_channel'],
    ['C0SECRET', 'channel_not_found'],
    ['C0VANISHED', 'channel_not_found'],
    ['C0STRICT', 'channel_not_found'],
    ['C0NOWHERE', 'channel_not_found'],
    ['C0FROZEN', 'ekm_access_denied'],
    ['C0BLOCKED', 'access_denied'],
    ['C0OLD', 'is_archived'],
    ['C0CANVAS', 'channel_type_not_supported'],
  ])('[PLA-1] %s answers an app that would act there %s', async (id, code) => {
    const { store, findCaller } = await loadAcme(open)
    await expect(async () =>
      findReachableChannel(store.db, await findCaller('xoxb-acme-scout'), id),
    ).rejects.toMatchObject({
      code,
    })
  })

  test('[PLA-1] without the person as a member: a public one says so, a private one is not found', async () => {
    const { store, findPerson } = await loadAcme(open)
    const eve = await findPerson('U0EVE')
    await expect(findReadableChannel(store.db, eve, 'C0HELP')).rejects.toMatchObject({ code: 'not_in_channel' })
    await expect(findReadableChannel(store.db, eve, 'C0SECRET')).rejects.toMatchObject({ code: 'channel_not_found' })
    await expect(async () => findReachableChannel(store.db, eve, 'C0HELP')).rejects.toMatchObject({
      code: 'not_in_channel',
    })
    expect(await findReadableChannel(store.db, eve, 'C0GENERAL')).toMatchObject({ id: 'C0GENERAL' })
  })

  test('of an enterprise is where an org-wide token acts, if the team has granted access to the app', async () => {
    const { store, findCaller } = await loadAcme(open)
    const org = await findCaller('xoxe.xoxb-globex-scout')
    expect(await findVisibleChannel(store.db, org, 'C0GLO1')).toMatchObject({ caller: { teamId: 'T0GLOBEX1' } })
    await expect(async () => findVisibleChannel(store.db, org, 'C0GLO2')).rejects.toMatchObject({
      code: 'team_access_not_granted',
    })
    await expect(async () => findVisibleChannel(store.db, org, 'C0GENERAL')).rejects.toMatchObject({
      code: 'channel_not_found',
    })
    await expect(async () => findVisibleChannel(store.db, org, 'general')).rejects.toMatchObject({
      code: 'team_not_found',
    })
  })

  test('is loaded again when the log says that a member has left', async () => {
    const { store } = await loadAcme(open)
    expect((await findChannel(store.db, 'T0ACME', 'C0HELP'))?.members).toContain('U0BEN')
    await store.write(async (tx) => {
      await tx.deleteFrom('members').where('channel_id', '=', 'C0HELP').where('user_id', '=', 'U0BEN').execute()
      tx.work.log(logEntry('member', 'T0ACME', { channelId: 'C0HELP', subject: 'U0BEN' }))
    })
    expect((await findChannel(store.db, 'T0ACME', 'C0HELP'))?.members).not.toContain('U0BEN')
  })

  test('that was created in a write that failed does not exist', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ben = await findPerson('U0BEN')
    let id = ''
    const failing = store.write(async (tx) => {
      id = (await openDirectMessage(tx, 'T0ACME', 'U0BEN', 'U0EVE')).id
      await sendMessage(tx, ben, { channelId: id, text: '' })
    })
    await expect(failing).rejects.toMatchObject({ code: 'no_text' })
    expect(id).toMatch(/^D/)
    expect(await findChannel(store.db, 'T0ACME', id)).toBeUndefined()
  })

  test('between two users is created once, however many calls ask for it at once', async () => {
    const { store } = await loadAcme(open)
    await Promise.all(Array.from({ length: 9 }, () => store.ping()))
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        store.write((tx) => openDirectMessage(tx, 'T0ACME', i % 2 ? 'U0BEN' : 'U0EVE', i % 2 ? 'U0EVE' : 'U0BEN')),
      ),
    )
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
  })
})
