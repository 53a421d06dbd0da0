import { describe, test } from 'vitest'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { remove } from './remove.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', timestamp: root }

describe('pins.remove', () => {
  const refused: Refusals<typeof remove> = {
    ...channelAccessRefusals((channel) => ({ channel, timestamp: root })),
    no_item_specified: { args: { timestamp: root }, detail: '`channel`' },
    bad_timestamp: { args: { ...help, timestamp: '1767225600' }, detail: '"1767225600"' },
    message_not_found: { args: { ...help, timestamp: '1767225600.999999' }, detail: '1767225600.999999' },
    no_pin: { args: help, detail: 'not pinned' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(remove, error, call))
})
