import { describe, expect, test } from 'vitest'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { onBothDatabases } from '#testing/database/databases'
import { add } from './add.ts'
import { edit } from './edit.ts'
import { list } from './list.ts'
import { remove } from './remove.ts'

const link = { channel_id: 'C0HELP', type: 'link', title: 'Handbook', link: 'https://example.com/handbook' }

onBothDatabases('bookmarks', (open) => {
  test('[BKM-1, BKM-3] are added, listed in their order, changed and removed', async () => {
    const { call, store } = await createWorkspace({ store: await open() })
    const first = await call(add, { ...link, emoji: ':books:', entity_id: 'F0123' }, { as: 'form' })
    expect(first).toMatchObject({
      ok: true,
      bookmark: {
        channel_id: 'C0HELP',
        title: 'Handbook',
        link: 'https://example.com/handbook',
        emoji: ':books:',
        type: 'link',
        entity_id: 'F0123',
        app_id: 'A0SCOUT',
        date_updated: 0,
        last_updated_by_user_id: 'U0SCOUT',
        last_updated_by_team_id: 'T0ACME',
      },
    })
    const id = first.bookmark?.id
    const { bookmark: second } = await call(add, { ...link, title: 'Rota' }, { token: 'xoxb-acme-scout' })
    store.db.clock.advance(2000)
    const { bookmark: changed } = await call(edit, { channel_id: 'C0HELP', bookmark_id: id, title: 'Book', emoji: '' })
    expect(changed).toMatchObject({ id, title: 'Book', link: link.link, emoji: '', rank: first.bookmark?.rank })
    expect(changed?.date_updated).toBeGreaterThan(changed?.date_created ?? 0)

    expect((await call(list, { channel_id: 'C0HELP' })).bookmarks).toEqual([changed, second])

    expect(await call(remove, { channel_id: 'C0HELP', bookmark_id: id })).toEqual({ ok: true })
    expect((await call(list, { channel_id: 'C0HELP' })).bookmarks).toEqual([second])
    expect((await call(list, { channel_id: 'C0GENERAL' })).bookmarks).toEqual([])
  })
})

describe('bookmarks.add', () => {
  const refused: Refusals<typeof add> = {
    ...channelAccessRefusals((channel) => ({ ...link, channel_id: channel })),
    invalid_bookmark_type: { args: { ...link, type: 'file' }, detail: '"file"' },
    invalid_parent_type: { args: { ...link, parent_id: 'Bk1' }, detail: 'folders' },
    invalid_link: { args: { ...link, link: 'javascript:alert(1)' }, detail: 'javascript' },
    invalid_emoji: { args: { ...link, emoji: ':party_parrot:' }, detail: ':party_parrot:' },
    too_many_bookmarks: { args: link, prepare: addMany, detail: '100' },
  }
  test.each(refusalRows(refused))('[BKM-2, ORD] refuses with %s, and adds nothing', (error, call) =>
    expectRefusal(add, error, call),
  )

  test.each(['', 'example.com', 'mailto:ana@example.com', 'data:text/html,x', 'https://', 'http://a b'])(
    '[BKM-1] %j is no link',
    (odd) => expectRefusal(add, 'invalid_link', { args: { ...link, link: odd }, detail: 'https://' }),
  )

  test.each([
    [{ title: '' }, '`title`'],
    [{ title: 'x'.repeat(256) }, '256'],
    [{ link: `https://example.com/${'x'.repeat(3000)}` }, '3001'],
  ])('[BKM-2] refuses %o', (odd, detail) =>
    expectRefusal(add, 'invalid_arguments', { args: { ...link, ...odd }, detail }),
  )

  test('[BKM-1] an emoji may be one of the team’s own, or be named without colons', async () => {
    const { call } = await createWorkspace()
    expect((await call(add, { ...link, emoji: 'shipit' })).bookmark?.emoji).toBe(':shipit:')
    expect((await call(add, { ...link, emoji: 'thumbsup' })).bookmark?.emoji).toBe(':+1:')
  })
})

async function addMany({ store }: Workspace): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, i) => ({
    team_id: 'T0ACME',
    channel_id: 'C0HELP',
    id: `Bk${i}`,
    title: 'x',
    link: 'https://example.com/',
    emoji: '',
    rank: String(i).padStart(9, '0'),
    created_at: 0,
    updated_at: 0,
    updated_by: 'U0ANA',
  }))
  await store.write((tx) => tx.insertInto('bookmarks').values(rows).execute())
}
