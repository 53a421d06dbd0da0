import { describe, expect, test } from 'vitest'
import { checkBlocks } from '#check'

const a = { type: 'plain_text', text: 'a' }
const divider = { type: 'divider' }
const picture = { type: 'image', image_url: 'https://a.b/c.png', alt_text: 'a' }
const button = { type: 'button', text: a }
const option = { text: a, value: 'a' }
const some = <T>(count: number, item: T): T[] => Array<T>(count).fill(item)
const say = (length: number, type = 'plain_text') => ({ type, text: '~'.repeat(length) })
const raw = (length = 1) => ({ type: 'raw_text', text: '~'.repeat(length) })
const acts = (element: object) => ({ type: 'actions', elements: [element] })
const asks = (element: object) => ({ type: 'input', label: a, element })
const select = (more: object) => acts({ type: 'static_select', ...more })
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
const contains = (more: object) => ({ type: 'container', title: a, child_blocks: [divider], ...more })

/** Where, how much is fine, and a block with so much of it: one more is refused there. */
type Limit = [pointer: string, most: number, make: (count: number) => object]

const characters: Limit[] = [
  ['/block_id', 255, (n) => ({ ...divider, block_id: '~'.repeat(n) })],
  ['/text/text', 3000, (n) => ({ type: 'section', text: say(n, 'mrkdwn') })],
  ['/fields/0/text', 2000, (n) => ({ type: 'section', fields: [say(n)] })],
  ['/text/text', 150, (n) => ({ type: 'header', text: say(n) })],
  ['/elements/0/text', 3000, (n) => ({ type: 'context', elements: [say(n)] })],
  ['/elements/0/alt_text', 2000, (n) => ({ type: 'context', elements: [image({ alt_text: '~'.repeat(n) })] })],
  ['/image_url', 3000, (n) => image({ image_url: '~'.repeat(n) })],
  ['/alt_text', 2000, (n) => image({ alt_text: '~'.repeat(n) })],
  ['/title/text', 2000, (n) => image({ title: say(n) })],
  ['/text', 12_000, (n) => ({ type: 'markdown', text: '~'.repeat(n) })],
  ['/rows', 10_000, (n) => ({ type: 'table', rows: [[raw(n)]] })],
  ['/rows', 20_000, (n) => ({ type: 'data_table', caption: 'a', rows: [[raw()], [raw(n - 1)]] })],
  ['/task_id', 255, (n) => ({ type: 'task_card', task_id: '~'.repeat(n), title: 'a' })],
  ['/title/text', 199, (n) => video({ title: say(n) })],
  ['/description/text', 199, (n) => video({ description: say(n) })],
  ['/author_name', 49, (n) => video({ author_name: '~'.repeat(n) })],
  ['/label/text', 2000, (n) => ({ ...asks({ type: 'plain_text_input' }), label: say(n) })],
  ['/hint/text', 2000, (n) => ({ ...asks({ type: 'plain_text_input' }), hint: say(n) })],
  ['/text/text', 200, (n) => ({ type: 'alert', text: say(n) })],
  ...['title', 'subtitle'].map((key): Limit => [
    `/${key}/text`,
    150,
    (n) => ({ type: 'card', title: a, [key]: say(n) }),
  ]),
  ...['body', 'subtext'].map((key): Limit => [`/${key}/text`, 200, (n) => ({ type: 'card', title: a, [key]: say(n) })]),
  ['/title/text', 150, (n) => contains({ title: say(n) })],
  ['/subtitle/text', 150, (n) => contains({ subtitle: say(n) })],
  ['/elements/0/text/text', 75, (n) => acts({ ...button, text: say(n) })],
  ['/elements/0/action_id', 255, (n) => acts({ ...button, action_id: '~'.repeat(n) })],
  ['/elements/0/value', 2000, (n) => acts({ ...button, value: '~'.repeat(n) })],
  ['/elements/0/url', 3000, (n) => acts({ ...button, url: '~'.repeat(n) })],
  ['/elements/0/accessibility_label', 75, (n) => acts({ ...button, accessibility_label: '~'.repeat(n) })],
  ['/elements/0/confirm/title/text', 100, (n) => acts({ ...button, confirm: { text: a, title: say(n) } })],
  ['/elements/0/confirm/text/text', 300, (n) => acts({ ...button, confirm: { text: say(n) } })],
  ['/elements/0/confirm/confirm/text', 30, (n) => acts({ ...button, confirm: { text: a, confirm: say(n) } })],
  ['/elements/0/confirm/deny/text', 30, (n) => acts({ ...button, confirm: { text: a, deny: say(n) } })],
  ['/elements/0/positive_button/text/text', 75, (n) => feedback({ text: say(n) })],
  ['/elements/0/positive_button/value', 2000, (n) => feedback({ value: '~'.repeat(n) })],
  ['/elements/0/placeholder/text', 150, (n) => select({ options: [option], placeholder: say(n) })],
  ['/elements/0/options/0/text/text', 75, (n) => select({ options: [{ ...option, text: say(n) }] })],
  ['/elements/0/options/0/value', 150, (n) => select({ options: [{ ...option, value: '~'.repeat(n) }] })],
  ['/elements/0/options/0/description/text', 75, (n) => select({ options: [{ ...option, description: say(n) }] })],
  ['/elements/0/options/0/url', 3000, (n) => acts({ type: 'overflow', options: [{ ...option, url: '~'.repeat(n) }] })],
  ['/elements/0/option_groups/0/label/text', 75, (n) => select({ option_groups: [{ label: say(n), options: [] }] })],
  ['/elements/0/elements/0/url', 3000, (n) => link('~'.repeat(n))],
]

const items: Limit[] = [
  ['/fields', 10, (n) => ({ type: 'section', fields: some(n, a) })],
  ['/elements', 10, (n) => ({ type: 'context', elements: some(n, a) })],
  ['/elements', 25, (n) => ({ type: 'actions', elements: some(n, button) })],
  ['/rows', 100, (n) => ({ type: 'table', rows: some(n, [raw()]) })],
  ['/rows/0', 20, (n) => ({ type: 'table', rows: [some(n, raw())] })],
  ['/rows/1', 20, (n) => ({ type: 'data_table', caption: 'a', rows: [some(20, raw()), some(n, raw())] })],
  ['/column_settings', 20, (n) => ({ type: 'table', rows: [[raw()]], column_settings: some(n, null) })],
  ['/rows', 201, (n) => ({ type: 'data_table', caption: 'a', rows: some(n, [raw()]) })],
  ['/elements', 5, (n) => ({ ...feedback({}), elements: some(n, { type: 'icon_button', icon: 'trash', text: a }) })],
  ['/actions', 3, (n) => ({ type: 'card', actions: some(n, button) })],
  ['/elements', 10, (n) => ({ type: 'carousel', elements: some(n, { type: 'card', title: a }) })],
  ['/child_blocks', 10, (n) => contains({ child_blocks: some(n, divider) })],
  ['/elements/0/options', 100, (n) => select({ options: some(n, option) })],
  ['/elements/0/option_groups', 100, (n) => select({ option_groups: some(n, { label: a, options: [] }) })],
  [
    '/elements/0/option_groups/0/options',
    100,
    (n) => select({ option_groups: [{ label: a, options: some(n, option) }] }),
  ],
  ['/elements/0/options', 5, (n) => acts({ type: 'overflow', options: some(n, option) })],
  ['/elements/0/options', 10, (n) => acts({ type: 'radio_buttons', options: some(n, option) })],
  ['/elements/0/options', 10, (n) => acts({ type: 'checkboxes', options: some(n, option) })],
]

const numbers: Limit[] = [
  ['/level', 4, (n) => ({ type: 'header', text: a, level: n })],
  ['/page_size', 100, (n) => ({ type: 'data_table', caption: 'a', rows: some(2, [raw()]), page_size: n })],
  ['/elements/0/indent', 8, (n) => list({ indent: n })],
  ['/element/max_length', 3000, (n) => asks({ type: 'plain_text_input', max_length: n })],
  ['/element/min_lines', 100, (n) => asks({ type: 'rich_text_input', min_lines: n })],
  ['/element/max_lines', 100, (n) => asks({ type: 'rich_text_input', max_lines: n })],
  ['/element/max_files', 10, (n) => asks({ type: 'file_input', max_files: n })],
]

const fewest: Limit[] = [
  ['/fields', 1, (n) => ({ type: 'section', fields: some(n, a) })],
  ['/elements', 1, (n) => ({ type: 'context', elements: some(n, a) })],
  ['/elements', 1, (n) => ({ type: 'actions', elements: some(n, button) })],
  ['/elements', 1, (n) => ({ ...feedback({}), elements: some(n, { type: 'icon_button', icon: 'trash', text: a }) })],
  ['/elements', 1, (n) => ({ type: 'carousel', elements: some(n, { type: 'card', title: a }) })],
  ['/child_blocks', 1, (n) => contains({ child_blocks: some(n, divider) })],
  ['/rows', 2, (n) => ({ type: 'data_table', caption: 'a', rows: some(n, [raw()]) })],
  ['/elements/0/options', 1, (n) => acts({ type: 'overflow', options: some(n, option) })],
  ['/elements/0/options', 1, (n) => select({ options: some(n, option) })],
  ['/elements/0/option_groups', 1, (n) => select({ option_groups: some(n, { label: a, options: [option] }) })],
]

const words: [pointer: string, right: readonly unknown[], make: (word: unknown) => object][] = [
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
  ['/width', ['narrow', 'standard', 'wide', 'full'], (width) => contains({ width })],
  ['/source', ['remote'], (source) => ({ type: 'file', external_id: 'a', source })],
  ['/elements/0/style', ['primary', 'danger'], (style) => acts({ ...button, style })],
  ['/elements/0/style', ['bullet', 'ordered'], (style) => list({ style })],
  ['/elements/0/border', [0, 1], (border) => list({ border })],
  [
    '/column_settings/0/align',
    ['left', 'center', 'right'],
    (align) => ({ type: 'table', rows: [[raw()]], column_settings: [{ align }] }),
  ],
]

describe('a limit', () => {
  test.each(characters)('of characters at %s: %d', (pointer, most, make) => {
    expect(faults(make(most))).toEqual([])
    expect(faults(make(most + 1))).toEqual([[`must be less than ${most + 1} characters`, pointer]])
  })

  test.each(items)('of items at %s: %d', (pointer, most, make) => {
    expect(faults(make(most))).toEqual([])
    expect(faults(make(most + 1))).toEqual([[`no more than ${most} items allowed`, pointer]])
  })

  test.each(numbers)('of a number at %s: %d', (pointer, most, make) => {
    expect(faults(make(most))).toEqual([])
    expect(faults(make(most + 1))).toEqual([[`must be less than ${most + 1}`, pointer]])
  })

  test.each(fewest)('of the fewest items at %s: %d', (pointer, least, make) => {
    expect(faults(make(least))).toEqual([])
    expect(faults(make(least - 1))).toEqual([[`no fewer than ${least} items allowed`, pointer]])
  })

  test.each(words)('of words at %s: %j', (pointer, right, make) => {
    for (const word of right) expect(faults(make(word))).toEqual([])
    expect(faults(make('other'))).toEqual([['must be a valid enum value', pointer]])
  })

  test.each(characters)('counts an emoji once, at %s: %d', (pointer, most, make) => {
    const emoji = (count: number) => JSON.parse(JSON.stringify(make(count)).replaceAll('~', '🦦'))
    expect(faults(emoji(most))).toEqual([])
    expect(faults(emoji(most + 1))).toEqual([[`must be less than ${most + 1} characters`, pointer]])
  })
})

describe('options', () => {
  test.each(['static_select', 'multi_static_select'])('are needed by %s, alone or in groups', (type) => {
    const missing = 'must define either `options` or `option_groups`'
    expect(faults(acts({ type }))).toEqual([[missing, '/elements/0/type']])
    expect(faults(acts({ type, option_groups: [{ label: a, options: [option] }] }))).toEqual([])
  })

  test.each(['external_select', 'users_select', 'multi_channels_select'])('are not needed by %s', (type) => {
    expect(faults(acts({ type }))).toEqual([])
  })

  test('say mrkdwn where they are ticked, else plain text alone', () => {
    const options = [{ text: { type: 'mrkdwn', text: '*a*' }, value: 'a' }]
    for (const type of ['radio_buttons', 'checkboxes']) expect(faults(acts({ type, options }))).toEqual([])
    for (const type of ['static_select', 'overflow']) {
      const at = '/elements/0/options/0/text/type'
      expect(faults(acts({ type, options }))).toEqual([['must be a valid enum value', at]])
    }
  })
})

function faults(block: object): [string, string][] {
  const checked = checkBlocks([block], '')
  return checked.ok ? [] : checked.faults.map(({ message, pointer }) => [message, pointer.replace(/^\/0/, '')])
}
