import { describe, expect, test } from 'vitest'
import { covers, isShown, placeNewer, placeOlder, trimmed, withoutWindow, withPage, type Timeline } from './timeline.ts'

/** The newest messages from 90 on; the first message of the channel is 10. */
const newest: Timeline = { oldest: '90' }
const withWindow: Timeline = { oldest: '90', window: { oldest: '40', newest: '50' } }

describe('[WEB-8] a timeline', () => {
  test('shows its newest messages, and goes back from there page by page', () => {
    expect(['89', '90', '91'].map((ts) => isShown(newest, ts))).toEqual([false, true, true])
    const older = withPage(newest, { before: '90', older: '70' })
    expect(older).toEqual({ oldest: '70' })
    const all = withPage(older, { before: '70' })
    expect(all).toEqual({ oldest: undefined })
    expect([isShown(all, '10'), placeOlder(all), placeNewer(all)]).toEqual([true, undefined, undefined])
  })

  test('shows a part further back, and not what is between, nor what comes live', () => {
    const there = withPage(newest, { around: '45', older: '40', newer: '50' })
    expect(there).toEqual(withWindow)
    expect(['39', '40', '50', '51', '90', '99'].map((ts) => isShown(there, ts))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(['39', '40', '51', '90', '99'].map((ts) => covers(there, ts))).toEqual([false, true, false, true, true])
    expect(withoutWindow(there)).toEqual(newest)
  })

  test('goes on from there both ways, until the part joins the newest messages', () => {
    let now = withPage(withWindow, { before: '40', older: '30' })
    expect([placeOlder(now), placeNewer(now)]).toEqual(['30', '50'])
    now = withPage(now, { before: '30' })
    now = withPage(now, { after: '50', newer: '70' })
    expect(now).toEqual({ oldest: '90', window: { oldest: undefined, newest: '70' } })
    expect(withPage(now, { after: '70', newer: '93' })).toEqual({ oldest: undefined })
    expect(withPage(now, { after: '70' })).toEqual({ oldest: undefined })
  })

  test('has no second part for what is near the newest messages', () => {
    expect(withPage(newest, { around: '89', older: '80', newer: '95' })).toEqual({ oldest: '80' })
    expect(withPage(newest, { around: '95', older: '93' })).toEqual({ oldest: '90' })
    expect(withPage({ oldest: undefined }, { around: '5', newer: '20' })).toEqual({ oldest: undefined })
  })

  test('ignores an answer to what was asked before it moved', () => {
    for (const page of [{ before: '90', older: '80' }, { before: '41' }, { after: '55', newer: '60' }])
      expect(withPage(withWindow, page)).toBe(withWindow)
    expect(withPage(newest, { after: '50', newer: '60' })).toBe(newest)
  })
})

describe('a long timeline', () => {
  const shown = Array.from({ length: 2000 }, (_, i) => String(1000 + i))

  test('keeps what is around what is read, and the newest messages', () => {
    expect(trimmed({ oldest: undefined }, shown, '1400')).toEqual({
      oldest: '2950',
      window: { oldest: '1100', newest: '1700' },
    })
    expect(trimmed({ oldest: '1000' }, shown, '1100')).toEqual({
      oldest: '2950',
      window: { oldest: '1000', newest: '1400' },
    })
    const window = { oldest: undefined, newest: '2999' }
    expect(trimmed({ oldest: '5000', window }, shown, '2900')).toEqual({
      oldest: '5000',
      window: { oldest: '2600', newest: '2999' },
    })
  })

  test('keeps its end where that is read', () => {
    expect(trimmed({ oldest: undefined }, shown, undefined)).toEqual({ oldest: '2700' })
    expect(trimmed({ oldest: '1000' }, shown, '2950')).toEqual({ oldest: '2650' })
  })

  test('stays as it is while it is short', () => {
    const timeline = { oldest: '1000' }
    expect(trimmed(timeline, shown.slice(0, 1000), '1500')).toBe(timeline)
  })
})
