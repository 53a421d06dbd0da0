import { describe, expect, test } from 'vitest'
import { checkBlocks } from '#check'

const a = { type: 'plain_text', text: 'a' }
const option = { text: a, value: 'a' }
const inActions = (element: object) => ({ type: 'actions', elements: [element] })
const inInput = (element: object) => ({ type: 'input', label: a, element })
const menu = (more: object) => inActions({ type: 'static_select', ...more })
const conversations = (filter: object) => inActions({ type: 'conversations_select', filter })
const number = (more: object) => inInput({ type: 'number_input', ...more })
const config = (triggers: string[]) =>
  inInput({ type: 'plain_text_input', dispatch_action_config: { trigger_actions_on: triggers } })
const rich = (element: object) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [element] }],
})
const image = (more: object) => ({ type: 'image', alt_text: 'a', ...more })
const video = (more: object) => ({
  type: 'video',
  alt_text: 'a',
  title: a,
  thumbnail_url: 'http://a.b',
  video_url: 'https://a.b',
  ...more,
})
const workflow = (trigger: object) => inActions({ type: 'workflow_button', text: a, workflow: { trigger } })
const collapsed = (more: object) => ({ type: 'container', title: a, child_blocks: [{ type: 'divider' }], ...more })
const chart = (more: object, title: unknown = 'a') => ({ type: 'data_visualization', title, chart: more })
const points = (...labels: string[]) => labels.map((label) => ({ label, value: 1 }))
const lines = (series: object[], categories: string[] = ['Mo', 'Tu']) =>
  chart({ type: 'line', series, axis_config: { categories } })
const segments = (count: number, more: object = {}) =>
  chart({ type: 'pie', segments: Array.from({ length: count }, () => ({ label: 'a', value: 1, ...more })) })
const file = { id: 'F1' }
const url = 'https://a.b/c.png'

const right: [string, object][] = [
  ['a leap day', inActions({ type: 'datepicker', initial_date: '2028-02-29' })],
  ['midnight', inActions({ type: 'timepicker', initial_time: '00:00' })],
  ['the last minute', inActions({ type: 'timepicker', initial_time: '23:59' })],
  ['ten digits', inActions({ type: 'datetimepicker', initial_date_time: 9_999_999_999 })],
  ['numbers', number({ initial_value: '-1.5', min_value: '-2', max_value: '2' })],
  ['equal bounds', number({ min_value: '2', max_value: '2' })],
  ['a file by its id', image({ slack_file: file })],
  ['a file by its address', image({ slack_file: { url } })],
  ['a picture at http', image({ image_url: 'http://192.168.0.1/a.png' })],
  ['one kind of conversation', conversations({ include: ['im'] })],
  ['no bots', conversations({ exclude_bot_users: true })],
  ['both triggers', config(['on_enter_pressed', 'on_character_entered'])],
  ['a workflow', workflow({ url, customizable_input_parameters: [{ name: 'a', value: 'b' }] })],
  ['a collapsed container', collapsed({ is_collapsible: true, default_collapsed: true })],
  ['a pie of 12', segments(12)],
  ['lines', lines([{ name: 'A', data: points('Tu', 'Mo') }])],
  ['negative bars', lines([{ name: 'A', data: [...points('Mo'), { label: 'Tu', value: -1 }] }])],
  ['people of both kinds', inActions({ type: 'multi_users_select', initial_users: ['U1', 'W2'] })],
]

const wrong: [string, object, message: RegExp, pointer: string][] = [
  [
    '16-04-2026',
    inActions({ type: 'datepicker', initial_date: '16-04-2026' }),
    /valid date/,
    '/elements/0/initial_date',
  ],
  [
    '2026-02-30',
    inActions({ type: 'datepicker', initial_date: '2026-02-30' }),
    /valid date/,
    '/elements/0/initial_date',
  ],
  ['24:00', inActions({ type: 'timepicker', initial_time: '24:00' }), /valid time/, '/elements/0/initial_time'],
  ['25:00', inActions({ type: 'timepicker', initial_time: '25:00' }), /valid time/, '/elements/0/initial_time'],
  ['9:30', inActions({ type: 'timepicker', initial_time: '9:30' }), /valid time/, '/elements/0/initial_time'],
  [
    '11 digits',
    inActions({ type: 'datetimepicker', initial_date_time: 10_000_000_000 }),
    /less than 10000000000/,
    '/elements/0/initial_date_time',
  ],
  ['a number of letters', number({ initial_value: 'ten' }), /must provide a number/, '/element/initial_value'],
  ['crossed bounds', number({ min_value: '3', max_value: '2' }), /must be less than 3/, '/element/min_value'],
  ['two pictures', image({ image_url: url, slack_file: file }), /cannot define .* together/, '/type'],
  ['no file', image({ slack_file: {} }), /must define either `id` or `url`/, '/slack_file'],
  ['a file twice', image({ slack_file: { id: 'F1', url } }), /cannot define/, '/slack_file'],
  [
    'options and groups',
    menu({ options: [option], option_groups: [{ label: a, options: [option] }] }),
    /cannot define `options` and `option_groups` together/,
    '/elements/0/type',
  ],
  [
    'an empty group',
    menu({ option_groups: [{ label: a, options: [] }] }),
    /at least 1 items/,
    '/elements/0/option_groups/0/options',
  ],
  ['an empty filter', conversations({}), /must define either `include`/, '/elements/0/filter'],
  ['a filter of nothing', conversations({ include: [] }), /at least 1 items/, '/elements/0/filter/include'],
  ['a doubled filter', conversations({ include: ['im', 'im'] }), /duplicate items/, '/elements/0/filter/include'],
  ['no trigger', config([]), /at least 1 items/, '/element/dispatch_action_config/trigger_actions_on'],
  [
    'a doubled trigger',
    config(['on_enter_pressed', 'on_enter_pressed']),
    /duplicate items/,
    '/element/dispatch_action_config/trigger_actions_on',
  ],
  ['a workflow without url', workflow({}), /missing required field: url/, '/elements/0/workflow/trigger'],
  ['default_collapsed alone', collapsed({ default_collapsed: true }), /`is_collapsible`/, '/default_collapsed'],
  [
    'dispatch_action of files',
    { ...inInput({ type: 'file_input' }), dispatch_action: true },
    /`dispatch_action`/,
    '/dispatch_action',
  ],
  ['rich text without an action_id', inActions({ type: 'rich_text_input' }), /field: action_id/, '/elements/0'],
  ['an address at http', video({ video_url: 'http://a.b' }), /https/, '/video_url'],
  ['a title at http', video({ title_url: 'http://a.b' }), /https/, '/title_url'],
  ['a channel as a person', rich({ type: 'user', user_id: 'C1' }), /regex/, '/elements/0/elements/0/user_id'],
  ['a person as a channel', rich({ type: 'channel', channel_id: 'U1' }), /regex/, '/elements/0/elements/0/channel_id'],
  [
    'a person as a group',
    rich({ type: 'usergroup', usergroup_id: 'U1' }),
    /regex/,
    '/elements/0/elements/0/usergroup_id',
  ],
  [
    'a name as a person',
    inActions({ type: 'users_select', initial_user: '@ana' }),
    /regex/,
    '/elements/0/initial_user',
  ],
  [
    'an icon nobody knows',
    { type: 'card', title: a, slack_icon: { type: 'icon', name: 'x' } },
    /enum/,
    '/slack_icon/name',
  ],
  ['a column that is not there', dataTable({ row_header_column_index: 1 }), /less than 1/, '/row_header_column_index'],
  ['a chart without a title', chart({ type: 'pie', segments: points('a') }, ''), /more than 0 characters/, '/title'],
  ['a long title', chart({ type: 'pie', segments: points('a') }, 'x'.repeat(51)), /less than 51/, '/title'],
  ['a scatter chart', chart({ type: 'scatter' }), /unsupported type: scatter/, '/chart/type'],
  ['13 segments', segments(13), /no more than 12/, '/chart/segments'],
  ['a segment of nothing', segments(1, { value: 0 }), /more than 0/, '/chart/segments/0/value'],
  ['a segment of text', segments(1, { value: '1' }), /must provide a number/, '/chart/segments/0/value'],
  ['a long label', segments(1, { label: 'x'.repeat(21) }), /less than 21/, '/chart/segments/0/label'],
  [
    'two series of one name',
    lines([1, 2].map(() => ({ name: 'A', data: points('Mo', 'Tu') }))),
    /`name` "A" already exists/,
    '/chart/series/1/name',
  ],
  ['a missing point', lines([{ name: 'A', data: points('Mo') }]), /one point for each/, '/chart/series/0/data'],
  ['a doubled point', lines([{ name: 'A', data: points('Mo', 'Mo') }]), /one point for each/, '/chart/series/0/data'],
  ['no categories', lines([{ name: 'A', data: points('Mo') }], []), /at least 1/, '/chart/axis_config/categories'],
]

describe('[BLK-8] a value', () => {
  test.each(right)('is accepted: %s', (_name, block) => expect(check(block)).toMatchObject({ ok: true }))

  test.each(wrong)('is refused: %s', (_name, block, message, pointer) => {
    const fault = { message: expect.stringMatching(message), pointer: `/0${pointer}` }
    expect(check(block)).toMatchObject({ ok: false, faults: [fault] })
  })
})

function check(block: object) {
  return checkBlocks([block], '', /"(number_input|file_input)"/.test(JSON.stringify(block)) ? 'modal' : 'message')
}

function dataTable(more: object) {
  const row = [{ type: 'raw_text', text: 'a' }]
  return { type: 'data_table', caption: 'a', rows: [row, row], ...more }
}
