import { describe, expect, test } from 'vitest'
import { statusTextAt } from './statusText.ts'

const status = {
  thread_ts: '1.1',
  app_id: 'A1',
  user: 'UB',
  text: 'Scout reads',
  loading_messages: ['One', 'Two', 'Three'],
}

describe('what a status shows', () => {
  test.each([60_000, 120_000, 300_000])('are its loading messages in turn, where it lasts %i ms', (lasts) => {
    const texts = [0, 2_999, 3_000, 6_000].map(
      (shownFor) => statusTextAt({ ...status, ends_at: lasts }, shownFor, shownFor)?.text,
    )
    expect(texts).toEqual(['One', 'One', 'Two', 'Three'])
  })

  test('is its text where it has none, and nothing from its end on', () => {
    const plain = { ...status, loading_messages: [], ends_at: 60_000 }
    expect(statusTextAt(plain, 59_999, 50_000)).toEqual({ text: 'Scout reads', turn: 0 })
    expect(statusTextAt(plain, 60_000, 50_000)).toBeUndefined()
  })

  test('begins with the first, though the page’s clock goes back', () => {
    expect(statusTextAt({ ...status, ends_at: 60_000 }, 0, -5_000)).toEqual({ text: 'One', turn: 0 })
  })
})
