import { describe, expect, test } from 'vitest'
import { enterpriseFile } from '#testing/workspace/files'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'

describe('conversations.info', () => {
  test('returns a channel', async () => {
    const { call } = await createWorkspace()

    const { channel } = await call(info, { channel: 'C0GENERAL', include_num_members: true })

    expect(channel).toMatchObject({
      id: 'C0GENERAL',
      name: 'general',
      is_channel: true,
      is_general: true,
      is_private: false,
      is_member: true,
      is_archived: false,
      num_members: 5,
      context_team_id: 'T0ACME',
      topic: { value: 'Company-wide' },
    })
  })

  test('[ROM-15] has the fields of shared channels and former names, and who created it', async () => {
    const { call } = await createWorkspace()
    const { channel } = await call(info, { channel: 'C0GENERAL' })
    expect(channel).toMatchObject({
      creator: 'U0ANA',
      is_ext_shared: false,
      is_org_shared: false,
      is_pending_ext_shared: false,
      pending_shared: [],
      previous_names: [],
      unlinked: 0,
    })
    const { created = 0, updated = 0 } = { ...channel }
    expect(Math.floor(updated / 1000)).toBe(created)
  })

  test('[ROM-15] says of a direct message whether the other user was deleted', async () => {
    const { call, store } = await createWorkspace()
    const read = async () => (await call(info, { channel: 'D0ANASCOUT' })).channel
    expect(await read()).toMatchObject({ is_org_shared: false, is_user_deleted: false, priority: 0 })
    expect(await read()).not.toHaveProperty('previous_names')
    await store.write((tx) => tx.updateTable('users').set({ deleted: true }).where('id', '=', 'U0ANA').execute())
    expect(await read()).toMatchObject({ is_user_deleted: true })
  })

  test('returns the other user of a direct message', async () => {
    const { call } = await createWorkspace()
    const { channel } = await call(info, { channel: 'D0ANASCOUT' })
    expect(channel).toMatchObject({ id: 'D0ANASCOUT', is_im: true, user: 'U0ANA', is_channel: false })
    expect(channel).not.toHaveProperty('num_members')
  })

  test.each([
    ['C0NOBOT', { is_member: false }],
    ['C0OLD', { is_archived: true }],
    ['C0ANNOUNCE', { is_read_only: true }],
    ['C0THREADS', { is_thread_only: true }],
    ['C0PARTNER', { is_shared: true, shared_team_ids: ['T0ACME', 'T0STRICT'] }],
  ])('returns what is special about %s: %j', async (channel, special) => {
    const { call } = await createWorkspace()
    expect(await call(info, { channel })).toMatchObject({ ok: true, channel: special })
  })

  test('[PLA-1] a private channel exists for its members only', async () => {
    const { call } = await createWorkspace()
    const file = { token: 'xoxp-acme-ana' }
    expect(await call(info, { channel: 'C0SECRET' }, file)).toMatchObject({ error: 'missing_scope' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof info> = {
    channel_not_found: { args: { channel: 'C0SECRET' }, detail: 'C0SECRET' },
    team_not_found: { args: { channel: 'general' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'general' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(info, error, call))
})
