import { describe, test } from 'vitest'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { remove } from './remove.ts'

describe('bookmarks.remove', () => {
  const to = (channel: string) => ({ channel_id: channel, bookmark_id: 'Bk1' })
  const refused: Refusals<typeof remove> = {
    ...channelAccessRefusals(to),
    not_found: { args: to('C0HELP'), detail: '"Bk1"' },
  }
  test.each(refusalRows(refused))('[BKM-3, ORD] refuses with %s', (error, call) => expectRefusal(remove, error, call))
})
