import { describe, expect, test } from 'vitest'
import { findBlockFaults, findMessageFaults, findViewFaults } from '#check'

const divider = { type: 'divider' }
const title = { type: 'plain_text', text: 'A view' }

describe('the faults', () => {
  test('of blocks have pointers that start at the array', () => {
    expect(findBlockFaults([{ type: 'section', text: { type: 'invalid', text: 'a' } }])).toEqual([
      {
        message: 'unsupported type: invalid',
        pointer: '/0/text/type',
        constraint: { type: 'enum', expected: ['plain_text', 'mrkdwn'] },
      },
    ])
    expect(findBlockFaults([divider])).toEqual([])
  })

  test('of a message include those of its attachments', () => {
    const odd = [{ type: 'nope' }]
    const faults = findMessageFaults({ text: 'a', blocks: [divider, ...odd], attachments: [{}, { blocks: odd }] })
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/blocks/1/type', '/attachments/1/blocks/0/type'])
    expect(findMessageFaults({ text: 'a' })).toEqual([])
    expect(findMessageFaults([])).toEqual([{ message: 'must provide an object', pointer: '' }])
  })

  test.each([
    [{ type: 'modal', title, blocks: [divider] }, []],
    [{ type: 'home', blocks: Array(100).fill(divider) }, []],
    [{ type: 'home', blocks: Array(101).fill(divider) }, ['no more than 100 items allowed /blocks']],
    [{ type: 'modal', title }, ['missing required field: blocks ']],
    [
      { type: 'modal', blocks: [{ type: 'x' }] },
      ['missing required field: title ', 'unsupported type: x /blocks/0/type'],
    ],
    [
      { type: 'modal', title: { ...title, text: 'x'.repeat(25) }, blocks: [] },
      ['must be less than 25 characters /title/text'],
    ],
    [{ type: 'poster', blocks: [] }, ['unsupported type: poster /type']],
    ['a view', ['must provide an object ']],
  ])('of a view %#', (view, expected) => {
    expect(findViewFaults(view).map(({ message, pointer }) => `${message} ${pointer}`)).toEqual(expected)
  })
})
