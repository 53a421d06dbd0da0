import { describe, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { userTokensFile } from '#testing/workspace/files'
import { list } from './list.ts'

describe('bookmarks.list', () => {
  const refused: Refusals<typeof list> = {
    invalid_cursor: { args: { channel_id: 'C0HELP', cursor: 'x' }, detail: '"cursor": "x"' },
    channel_not_found: { args: { channel_id: 'C0SECRET' }, detail: 'C0SECRET' },
    team_not_found: { args: { channel_id: 'general' }, token: 'xoxe.xoxb-globex-scout', detail: '"general"' },
    not_in_channel: { args: { channel_id: 'C1' }, token: 'xoxp-outside', file: userTokensFile, detail: 'C1' },
  }
  test.each(refusalRows(refused))('[BKM-1] refuses with %s', (error, call) => expectRefusal(list, error, call))
})
