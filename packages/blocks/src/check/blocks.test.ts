import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkBlocks, checkChunks, formatFault } from '#check'

const inline = '/elements/0/elements/0'
const container = { type: 'container', title: { type: 'plain_text', text: 'a' } }
const button = { type: 'button', text: { type: 'plain_text', text: 'a' } }

describe('checkBlocks', () => {
  test('returns valid blocks unchanged', () => {
    const blocks = [{ type: 'call', call_id: 'R1', call: {} }, rich({ type: 'text', text: 'a', style: {} })]
    const checked = checkBlocks(blocks)
    expect(checked).toEqual({ ok: true, value: blocks })
    expect(checked.ok && checked.value[0]).toBe(blocks[0])
  })

  test('names a type that it does not support', () => {
    expect(faults([{ type: 'nope' }])).toEqual(['[ERROR] unsupported type: nope [json-pointer:/blocks/0/type]'])
    expect(faults([{}])).toEqual(['[ERROR] missing required field: type [json-pointer:/blocks/0]'])
    expect(faults([7])).toEqual(['[ERROR] must provide an object [json-pointer:/blocks/0]'])
    expect(faults({})).toEqual(['[ERROR] must provide an array [json-pointer:/blocks]'])
  })

  test('refuses more than 50 blocks, as too long', () => {
    const divider = { type: 'divider' }
    expect(checkBlocks(Array(50).fill(divider)).ok).toBe(true)
    expect(checkBlocks(Array(51).fill(divider))).toEqual({
      ok: false,
      tooLong: 'items',
      faults: [{ message: 'no more than 50 items allowed', pointer: '/blocks' }],
    })
  })

  const wrong: [object, string, string][] = [
    [{ type: 'section' }, 'must define either `text` or `fields`', '/type'],
    [section('x'.repeat(3001)), 'must be less than 3001 characters', '/text/text'],
    [section(''), 'must be more than 0 characters', '/text/text'],
    [{ type: 'section', text: { type: 'html', text: 'a' } }, 'unsupported type: html', '/text/type'],
    [{ type: 'header', text: { type: 'mrkdwn', text: 'a' } }, 'must be a valid enum value', '/text/type'],
    [{ type: 'actions', elements: Array(26).fill(button) }, 'no more than 25 items allowed', '/elements'],
    [{ type: 'plan', title: { type: 'plain_text', text: 'a' } }, 'must provide a string', '/title'],
    [{ type: 'task_card', task_id: 'a', title: 'b', status: 'pending' }, 'must be a valid enum value', '/status'],
    [rich({ type: 'date', timestamp: '1', format: '{ago}' }), 'must provide an integer', `${inline}/timestamp`],
    [rich({ type: 'color', value: 'red' }), 'must be a valid hex color', `${inline}/value`],
    [{ type: 'image', alt_text: 'a' }, 'must define either `image_url` or `slack_file`', '/type'],
    [
      { type: 'card', subtitle: { type: 'mrkdwn', text: 'a' } },
      'must define either `hero_image`, `title`, `actions` or `body`',
      '/type',
    ],
    [
      { type: 'container', child_blocks: [{ type: 'divider' }] },
      'must define either `title` or `rich_text_title`',
      '/type',
    ],
    [table('table', [['x'.repeat(10_001)]]), 'must be less than 10001 characters', '/rows'],
    [table('data_table', [['a', 'b'], ['c']]), 'must have as many cells as the first row: 2', '/rows/1'],
    [table('data_table', [['a']]), 'must provide at least 2 items', '/rows'],
    [
      {
        ...table('data_table', [[], ['c']]),
        rows: [[{ type: 'rich_text', elements: [] }], [{ type: 'raw_text', text: 'c' }]],
      },
      'must be a valid enum value',
      '/rows/0/0/type',
    ],
    [{ type: 'divider', block_id: 'x'.repeat(256) }, 'must be less than 256 characters', '/block_id'],
  ]
  test.each(wrong)('refuses %j: %s', (block, message, at) => {
    expect(checkBlocks([block])).toMatchObject({ ok: false, faults: [{ message, pointer: `/blocks/0${at}` }] })
  })

  test('[RT-3] accepts empty elements and refuses an empty text', () => {
    const empty = ['rich_text_section', 'rich_text_quote', 'rich_text_preformatted'].map((type) => ({
      type,
      elements: [],
    }))
    expect(
      checkBlocks([
        { type: 'rich_text', elements: [...empty, { type: 'rich_text_list', style: 'bullet', elements: [] }] },
      ]).ok,
    ).toBe(true)
    expect(faults([rich({ type: 'text', text: '' })])).toEqual([
      `[ERROR] must be more than 0 characters [json-pointer:/blocks/0${inline}/text]`,
    ])
  })

  test('[RT-4] accepts every inline element in preformatted text', () => {
    const elements = [
      { type: 'text', text: 'a' },
      { type: 'link', url: 'https://a.b' },
      { type: 'emoji', name: 'wave' },
      { type: 'date', timestamp: 0, format: '{ago}' },
      { type: 'color', value: '#fff' },
      { type: 'broadcast', range: 'here' },
      { type: 'channel', channel_id: 'C1' },
      { type: 'user', user_id: 'U1' },
      { type: 'usergroup', usergroup_id: 'S1' },
      { type: 'citation', text: 'a' },
    ].map((element) => ({ ...element, style: { bold: true, code: true } }))
    const preformatted = { type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements }] }
    expect(checkBlocks([preformatted])).toEqual({ ok: true, value: [preformatted] })
  })

  test('[RT-5] refuses an unknown style flag, with its pointer', () => {
    expect(faults([rich({ type: 'text', text: 'a', style: { blink: true } })])).toEqual([
      `[ERROR] invalid additional property: blink [json-pointer:/blocks/0${inline}/style]`,
    ])
    expect(faults([rich({ type: 'text', text: 'a', style: { unlink: true } })])).toHaveLength(1)
    expect(
      checkBlocks([rich({ type: 'user', user_id: 'U1', style: { unlink: true, code: true, highlight: true } })]).ok,
    ).toBe(true)
  })

  test('[RT-6] accepts newer inline elements and refuses unknown ones', () => {
    expect(checkBlocks([rich({ type: 'citation', url: 'https://a.b', text: 'a', index: 1 })]).ok).toBe(true)
    expect(faults([rich({ type: 'hologram' })])).toEqual([
      `[ERROR] unsupported type: hologram [json-pointer:/blocks/0${inline}/type]`,
    ])
  })

  test('[RT-9] refuses a repeated block_id', () => {
    expect(
      faults([
        { type: 'divider', block_id: 'a' },
        { type: 'divider', block_id: 'a' },
      ]),
    ).toEqual(['[ERROR] `block_id` "a" already exists [json-pointer:/blocks/1/block_id]'])
    const card = { type: 'card', block_id: 'b', title: { type: 'plain_text', text: 'a' } }
    const divider = { type: 'divider', block_id: 'b' }
    expect(
      faults([
        { type: 'carousel', elements: [card, card] },
        { ...container, child_blocks: [divider] },
      ]),
    ).toEqual([
      '[ERROR] `block_id` "b" already exists [json-pointer:/blocks/0/elements/1/block_id]',
      '[ERROR] `block_id` "b" already exists [json-pointer:/blocks/1/child_blocks/0/block_id]',
    ])
  })

  test('lists every fault', () => {
    expect(faults([rich({ type: 'text' }, { type: 'user' }), { type: 'x' }, { type: 'header' }])).toHaveLength(4)
  })

  test('refuses a second plan', () => {
    expect(
      faults([
        { type: 'plan', title: 'a' },
        { type: 'plan', title: 'b' },
      ]),
    ).toEqual(['[ERROR] Cannot have more than 1 plan block [json-pointer:/blocks]'])
  })
})

test('no JSON value makes the checks throw', () => {
  const types = [
    'rich_text',
    'section',
    'table',
    'plan',
    'container',
    'task_update',
    'blocks',
    'text',
    'rich_text_section',
    'url',
  ]
  const keys = [
    'type',
    'elements',
    'text',
    'blocks',
    'rows',
    'sources',
    'style',
    'child_blocks',
    'tasks',
    '__proto__',
    'constructor',
    'block_id',
  ]
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.constantFrom(...types, null, 1, true),
      fc.string(),
      tie('list'),
      tie('record'),
    ),
    list: fc.array(tie('value'), { maxLength: 4 }),
    record: fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), tie('value'), { maxKeys: 5 }),
  }))
  fc.assert(
    fc.property(value, (given) => {
      const json: unknown = JSON.parse(JSON.stringify(given))
      for (const checked of [checkBlocks([json]), checkChunks([json]), checkBlocks(json), checkChunks(json)]) {
        expect(checked.ok || checked.faults.length > 0).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('no depth makes the checks throw', () => {
  const deep = JSON.parse(`${'[{"type":"blocks","blocks":'.repeat(5000)}[]${'}]'.repeat(5000)}`)
  expect(checkChunks(deep).ok).toBe(false)
  const nested = JSON.parse(`${'{"type":"rich_text","elements":['.repeat(5000)}${']}'.repeat(5000)}`)
  expect(checkBlocks([nested, { type: 'divider', extra: nested }]).ok).toBe(false)
})

function rich(...elements: object[]) {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }
}

function table(type: string, rows: string[][]) {
  return {
    type,
    ...(type === 'data_table' ? { caption: 'a' } : {}),
    rows: rows.map((row) => row.map((text) => ({ type: 'raw_text', text }))),
  }
}

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

function faults(value: unknown): string[] {
  const checked = checkBlocks(value)
  return checked.ok ? [] : checked.faults.map(formatFault)
}
