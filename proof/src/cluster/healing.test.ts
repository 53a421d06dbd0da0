import { describe, expect, test } from 'vitest'
import { Healing } from './healing.ts'

describe('how soon nodes heal', () => {
  test('is a fault of the run if the median is above the goal on a calm machine', () => {
    const late = ['all nodes worked again after 2001 ms (median of 21), and have 2000 ms']
    expect(after(300, 2001, 9000).judge([300, 1000])).toEqual(late)
    expect(after(300, 2000, 9000).judge([300, 400])).toEqual([])
  })

  test('says nothing on a machine that had much else to do at one of these times', () => {
    for (const at of [0, 1, 2]) expect(after(300, 9000, 9500).judge([300, 300, 300].with(at, 1001))).toEqual([])
  })

  test('says nothing after a few faults', () => {
    const healing = new Healing()
    for (let n = 0; n < 19; n++) healing.add('killNode', 9000)
    expect(healing.judge([300])).toEqual([])
  })
})

/** Each of these times, seven times. */
function after(...times: number[]): Healing {
  const healing = new Healing()
  for (const ms of times) for (let n = 0; n < 7; n++) healing.add('killNode', ms)
  return healing
}
