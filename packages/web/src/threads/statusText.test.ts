import { describe, expect, test } from 'vitest'
import { statusTextAt } from './statusText.ts'

const status = {
  thread_ts: '1.1',
  app_id: 'A1',
  user: 'UB',
  text: 'Scout reads',
  loading_messages: ['One', 'Two', 'Three'],
}

describe('the text of a status', () => {
  test.each([60_000, 120_000, 300_000])('is one loading message after another if it ends after %i ms', (endsAt) => {
    const texts = [0, 2_999, 3_000, 6_000].map(
      (shownFor) => statusTextAt({ ...status, ends_at: endsAt }, shownFor, shownFor)?.text,
    )
    expect(texts).toEqual(['One', 'One', 'Two', 'Three'])
  })

  test('is the status itself if it has no loading messages, and undefined once it has ended', () => {
    const plain = { ...status, loading_messages: [], ends_at: 60_000 }
    expect(statusTextAt(plain, 59_999, 50_000)).toEqual({ text: 'Scout reads', index: 0 })
    expect(statusTextAt(plain, 60_000, 50_000)).toBeUndefined()
  })

  test('starts with the first loading message even if the page’s clock goes back', () => {
    expect(statusTextAt({ ...status, ends_at: 60_000 }, 0, -5_000)).toEqual({ text: 'One', index: 0 })
  })
})
