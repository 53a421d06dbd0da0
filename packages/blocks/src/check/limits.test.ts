import { describe, expect, test } from 'vitest'
import { checkBlocks } from '#check'

const a = { type: 'plain_text', text: 'a' }
const divider = { type: 'divider' }
const picture = { type: 'image', image_url: 'https://a.b/c.png', alt_text: 'a' }
const button = { type: 'button', text: a }
const option = { text: a, value: 'a' }
const repeat = <T>(count: number, item: T): T[] => Array<T>(count).fill(item)
const textObject = (length: number, type = 'plain_text') => ({ type, text: '~'.repeat(length) })
const raw = (length = 1) => ({ type: 'raw_text', text: '~'.repeat(length) })
const inActions = (element: object) => ({ type: 'actions', elements: [element] })
const inInput = (element: object) => ({ type: 'input', label: a, element })
const select = (more: object) => inActions({ type: 'static_select', ...more })
const list = (more: object) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_list', style: 'bullet', elements: [], ...more }],
})
const link = (url: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'link', url }] }],
})
const feedback = (more: object) => ({
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      positive_button: { text: a, value: 'a', ...more },
      negative_button: { text: a, value: 'a' },
    },
  ],
})
const video = (more: object) => ({
  type: 'video',
  alt_text: 'a',
  title: a,
  thumbnail_url: 'https://a.b/t',
  video_url: 'https://a.b/v',
  ...more,
})
const image = (more: object) => ({ ...picture, ...more })
const container = (more: object) => ({ type: 'container', title: a, child_blocks: [divider], ...more })

/** The pointer of a limit, the limit, and a maker of blocks that have a given amount there. */
type Limit = [pointer: string, limit: number, make: (count: number) => object]

const characters: Limit[] = [
  ['/block_id', 255, (n) => ({ ...divider, block_id: '~'.repeat(n) })],
  ['/text/text', 3000, (n) => ({ type: 'section', text: textObject(n, 'mrkdwn') })],
  ['/fields/0/text', 2000, (n) => ({ type: 'section', fields: [textObject(n)] })],
  ['/text/text', 150, (n) => ({ type: 'header', text: textObject(n) })],
  ['/elements/0/text', 3000, (n) => ({ type: 'context', elements: [textObject(n)] })],
  ['/elements/0/alt_text', 2000, (n) => ({ type: 'context', elements: [image({ alt_text: '~'.repeat(n) })] })],
  ['/image_url', 3000, (n) => image({ image_url: '~'.repeat(n) })],
  ['/alt_text', 2000, (n) => image({ alt_text: '~'.repeat(n) })],
  ['/title/text', 2000, (n) => image({ title: textObject(n) })],
  ['/text', 12_000, (n) => ({ type: 'markdown', text: '~'.repeat(n) })],
  ['/rows', 10_000, (n) => ({ type: 'table', rows: [[raw(n)]] })],
  ['/rows', 20_000, (n) => ({ type: 'data_table', caption: 'a', rows: [[raw()], [raw(n - 1)]] })],
  ['/task_id', 255, (n) => ({ type: 'task_card', task_id: '~'.repeat(n), title: 'a' })],
  ['/title/text', 199, (n) => video({ title: textObject(n) })],
  ['/description/text', 199, (n) => video({ description: textObject(n) })],
  ['/author_name', 49, (n) => video({ author_name: '~'.repeat(n) })],
  ['/label/text', 2000, (n) => ({ ...inInput({ type: 'plain_text_input' }), label: textObject(n) })],
  ['/hint/text', 2000, (n) => ({ ...inInput({ type: 'plain_text_input' }), hint: textObject(n) })],
  ['/text/text', 200, (n) => ({ type: 'alert', text: textObject(n) })],
  ...['title', 'subtitle'].map((key): Limit => [
    `/${key}/text`,
    150,
    (n) => ({ type: 'card', title: a, [key]: textObject(n) }),
  ]),
  ...['body', 'subtext'].map((key): Limit => [
    `/${key}/text`,
    200,
    (n) => ({ type: 'card', title: a, [key]: textObject(n) }),
  ]),
  ['/title/text', 150, (n) => container({ title: textObject(n) })],
  ['/subtitle/text', 150, (n) => container({ subtitle: textObject(n) })],
  ['/elements/0/text/text', 75, (n) => inActions({ ...button, text: textObject(n) })],
  ['/elements/0/action_id', 255, (n) => inActions({ ...button, action_id: '~'.repeat(n) })],
  ['/elements/0/value', 2000, (n) => inActions({ ...button, value: '~'.repeat(n) })],
  ['/elements/0/url', 3000, (n) => inActions({ ...button, url: '~'.repeat(n) })],
  ['/elements/0/accessibility_label', 75, (n) => inActions({ ...button, accessibility_label: '~'.repeat(n) })],
  ['/elements/0/confirm/title/text', 100, (n) => inActions({ ...button, confirm: { text: a, title: textObject(n) } })],
  ['/elements/0/confirm/text/text', 300, (n) => inActions({ ...button, confirm: { text: textObject(n) } })],
  [
    '/elements/0/confirm/confirm/text',
    30,
    (n) => inActions({ ...button, confirm: { text: a, confirm: textObject(n) } }),
  ],
  ['/elements/0/confirm/deny/text', 30, (n) => inActions({ ...button, confirm: { text: a, deny: textObject(n) } })],
  ['/elements/0/positive_button/text/text', 75, (n) => feedback({ text: textObject(n) })],
  ['/elements/0/positive_button/value', 2000, (n) => feedback({ value: '~'.repeat(n) })],
  ['/elements/0/placeholder/text', 150, (n) => select({ options: [option], placeholder: textObject(n) })],
  ['/elements/0/options/0/text/text', 75, (n) => select({ options: [{ ...option, text: textObject(n) }] })],
  ['/elements/0/options/0/value', 150, (n) => select({ options: [{ ...option, value: '~'.repeat(n) }] })],
  [
    '/elements/0/options/0/description/text',
    75,
    (n) => select({ options: [{ ...option, description: textObject(n) }] }),
  ],
  [
    '/elements/0/options/0/url',
    3000,
    (n) => inActions({ type: 'overflow', options: [{ ...option, url: '~'.repeat(n) }] }),
  ],
  [
    '/elements/0/option_groups/0/label/text',
    75,
    (n) => select({ option_groups: [{ label: textObject(n), options: [option] }] }),
  ],
  ['/elements/0/elements/0/url', 3000, (n) => link('~'.repeat(n))],
]

const items: Limit[] = [
  ['/fields', 10, (n) => ({ type: 'section', fields: repeat(n, a) })],
  ['/elements', 10, (n) => ({ type: 'context', elements: repeat(n, a) })],
  ['/elements', 25, (n) => ({ type: 'actions', elements: repeat(n, button) })],
  ['/rows', 100, (n) => ({ type: 'table', rows: repeat(n, [raw()]) })],
  ['/rows/0', 20, (n) => ({ type: 'table', rows: [repeat(n, raw())] })],
  ['/rows/1', 20, (n) => ({ type: 'data_table', caption: 'a', rows: [repeat(20, raw()), repeat(n, raw())] })],
  ['/column_settings', 20, (n) => ({ type: 'table', rows: [[raw()]], column_settings: repeat(n, null) })],
  ['/rows', 201, (n) => ({ type: 'data_table', caption: 'a', rows: repeat(n, [raw()]) })],
  ['/elements', 5, (n) => ({ ...feedback({}), elements: repeat(n, { type: 'icon_button', icon: 'trash', text: a }) })],
  ['/actions', 3, (n) => ({ type: 'card', actions: repeat(n, button) })],
  ['/elements', 10, (n) => ({ type: 'carousel', elements: repeat(n, { type: 'card', title: a }) })],
  ['/child_blocks', 10, (n) => container({ child_blocks: repeat(n, divider) })],
  ['/elements/0/options', 100, (n) => select({ options: repeat(n, option) })],
  ['/elements/0/option_groups', 100, (n) => select({ option_groups: repeat(n, { label: a, options: [option] }) })],
  [
    '/elements/0/option_groups/0/options',
    100,
    (n) => select({ option_groups: [{ label: a, options: repeat(n, option) }] }),
  ],
  ['/elements/0/options', 5, (n) => inActions({ type: 'overflow', options: repeat(n, option) })],
  ['/elements/0/options', 10, (n) => inActions({ type: 'radio_buttons', options: repeat(n, option) })],
  ['/elements/0/options', 10, (n) => inActions({ type: 'checkboxes', options: repeat(n, option) })],
]

const numbers: Limit[] = [
  ['/level', 4, (n) => ({ type: 'header', text: a, level: n })],
  ['/page_size', 100, (n) => ({ type: 'data_table', caption: 'a', rows: repeat(2, [raw()]), page_size: n })],
  ['/elements/0/indent', 8, (n) => list({ indent: n })],
  ['/element/max_length', 3000, (n) => inInput({ type: 'plain_text_input', max_length: n })],
  ['/element/min_lines', 100, (n) => inInput({ type: 'rich_text_input', action_id: 'a', min_lines: n })],
  ['/element/max_lines', 100, (n) => inInput({ type: 'rich_text_input', action_id: 'a', max_lines: n })],
  ['/element/max_files', 10, (n) => inInput({ type: 'file_input', max_files: n })],
]

const minimumItems: Limit[] = [
  ['/fields', 1, (n) => ({ type: 'section', fields: repeat(n, a) })],
  ['/elements', 1, (n) => ({ type: 'context', elements: repeat(n, a) })],
  ['/elements', 1, (n) => ({ type: 'actions', elements: repeat(n, button) })],
  ['/elements', 1, (n) => ({ ...feedback({}), elements: repeat(n, { type: 'icon_button', icon: 'trash', text: a }) })],
  ['/elements', 1, (n) => ({ type: 'carousel', elements: repeat(n, { type: 'card', title: a }) })],
  ['/child_blocks', 1, (n) => container({ child_blocks: repeat(n, divider) })],
  ['/rows', 2, (n) => ({ type: 'data_table', caption: 'a', rows: repeat(n, [raw()]) })],
  ['/elements/0/options', 1, (n) => inActions({ type: 'overflow', options: repeat(n, option) })],
  ['/elements/0/options', 1, (n) => select({ options: repeat(n, option) })],
  ['/elements/0/option_groups', 1, (n) => select({ option_groups: repeat(n, { label: a, options: [option] }) })],
]

const values: [pointer: string, right: readonly unknown[], make: (word: unknown) => object][] = [
  [
    '/status',
    ['in_progress', 'complete', 'error'],
    (status) => ({ type: 'task_card', task_id: 'a', title: 'a', status }),
  ],
  [
    '/tasks/0/status',
    ['pending', 'in_progress', 'complete', 'error'],
    (status) => ({ type: 'plan', title: 'a', tasks: [{ task_id: 'a', title: 'a', status }] }),
  ],
  ['/level', ['default', 'info', 'warning', 'error', 'success'], (level) => ({ type: 'alert', text: a, level })],
  ['/width', ['narrow', 'standard', 'wide', 'full'], (width) => container({ width })],
  ['/source', ['remote'], (source) => ({ type: 'file', external_id: 'a', source })],
  ['/elements/0/style', ['primary', 'danger'], (style) => inActions({ ...button, style })],
  ['/elements/0/style', ['bullet', 'ordered'], (style) => list({ style })],
  ['/elements/0/border', [0, 1], (border) => list({ border })],
  [
    '/column_settings/0/align',
    ['left', 'center', 'right'],
    (align) => ({ type: 'table', rows: [[raw()]], column_settings: [{ align }] }),
  ],
]

describe('a limit', () => {
  test.each(characters)('of characters at %s: %d', (pointer, limit, make) => {
    expect(faults(make(limit))).toEqual([])
    expect(faults(make(limit + 1))).toEqual([[`must be less than ${limit + 1} characters`, pointer]])
  })

  test.each(items)('of items at %s: %d', (pointer, limit, make) => {
    expect(faults(make(limit))).toEqual([])
    expect(faults(make(limit + 1))).toEqual([[`no more than ${limit} items allowed`, pointer]])
  })

  test.each(numbers)('of a number at %s: %d', (pointer, limit, make) => {
    expect(faults(make(limit))).toEqual([])
    expect(faults(make(limit + 1))).toEqual([[`must be less than ${limit + 1}`, pointer]])
  })

  test.each(minimumItems)('of the minimum number of items at %s: %d', (pointer, limit, make) => {
    expect(faults(make(limit))).toEqual([])
    expect(faults(make(limit - 1))).toEqual([[`must provide at least ${limit} items`, pointer]])
  })

  test.each(values)('of the values at %s: %j', (pointer, right, make) => {
    for (const word of right) expect(faults(make(word))).toEqual([])
    expect(faults(make('other'))).toEqual([['must be a valid enum value', pointer]])
  })

  test.each(characters)('counts an emoji once, at %s: %d', (pointer, limit, make) => {
    const emoji = (count: number) => JSON.parse(JSON.stringify(make(count)).replaceAll('~', '🦦'))
    expect(faults(emoji(limit))).toEqual([])
    expect(faults(emoji(limit + 1))).toEqual([[`must be less than ${limit + 1} characters`, pointer]])
  })
})

describe('options', () => {
  test.each(['static_select', 'multi_static_select'])('are required by %s, alone or in groups', (type) => {
    const missing = 'must define either `options` or `option_groups`'
    expect(faults(inActions({ type }))).toEqual([[missing, '/elements/0/type']])
    expect(faults(inActions({ type, option_groups: [{ label: a, options: [option] }] }))).toEqual([])
  })

  test.each(['external_select', 'users_select', 'multi_channels_select'])('are not required by %s', (type) => {
    expect(faults(inActions({ type }))).toEqual([])
  })

  test('may be mrkdwn in checkboxes and radio buttons only', () => {
    const options = [{ text: { type: 'mrkdwn', text: '*a*' }, value: 'a' }]
    for (const type of ['radio_buttons', 'checkboxes']) expect(faults(inActions({ type, options }))).toEqual([])
    for (const type of ['static_select', 'overflow']) {
      const at = '/elements/0/options/0/text/type'
      expect(faults(inActions({ type, options }))).toEqual([['must be a valid enum value', at]])
    }
  })
})

function faults(block: object): [string, string][] {
  const surface = /"(alert|file_input)"/.test(JSON.stringify(block)) ? 'modal' : 'message'
  const checked = checkBlocks([block], '', surface)
  return checked.ok ? [] : checked.faults.map(({ message, pointer }) => [message, pointer.replace(/^\/0/, '')])
}
