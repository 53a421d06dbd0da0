import { describe, expect, test } from 'vitest'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { add } from './add.ts'
import { edit } from './edit.ts'

const link = { channel_id: 'C0HELP', type: 'link', title: 'Handbook', link: 'https://example.com/handbook' }

describe('bookmarks.edit', () => {
  const to = (channel: string) => ({ channel_id: channel, bookmark_id: 'Bk1', title: 'x' })
  const refused: Refusals<typeof edit> = {
    ...channelAccessRefusals(to),
    not_found: { args: to('C0HELP'), detail: '"Bk1"' },
    invalid_link: { args: { ...to('C0HELP'), link: 'ftp://x' }, prepare: addOne, detail: 'ftp' },
    invalid_emoji: { args: { ...to('C0HELP'), emoji: 'x y' }, prepare: addOne, detail: 'x y' },
  }
  test.each(refusalRows(refused))('[BKM-3, ORD] refuses with %s', (error, call) => expectRefusal(edit, error, call))

  test('[BKM-3] a bookmark of another channel is not found', async () => {
    const { call } = await createWorkspace()
    const { bookmark } = await call(add, link)
    expect(await call(edit, { ...to('C0GENERAL'), bookmark_id: bookmark?.id })).toMatchObject({ error: 'not_found' })
  })
})

async function addOne({ call }: Workspace): Promise<{ bookmark_id: string | undefined }> {
  return { bookmark_id: (await call(add, link)).bookmark?.id }
}
