import { describe, expect, test } from 'vitest'
import { checkBlocks, checkView } from '#check'
import { allBlocks } from '#samples/allBlocks'
import { allElementBlocks } from '#samples/allElements'

const a = { type: 'plain_text', text: 'a' }
const mrkdwn = { type: 'mrkdwn', text: 'a' }
const inActions = (element: object) => ({ type: 'actions', elements: [element] })
const inInput = (element: object) => ({ type: 'input', label: a, element })
const rich = (element: object) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [element] }],
})

/** These may have any field, and are kept. */
const open = new Set(['call', 'share_shortcut'])

describe('[BLK-3] an unknown field', () => {
  const samples = [...allBlocks, ...allElementBlocks].map((block) => [block.type, JSON.stringify(block)] as const)
  test.each(samples)('is refused in every object of a %s: %s', (type, json) => {
    const isInModals = /"(alert|file_input|email_text_input|url_text_input|number_input)"/.test(json)
    const check = (value: unknown) => checkBlocks([value], '', isInModals ? 'modal' : 'message')
    expect(check(JSON.parse(json))).toMatchObject({ ok: true })
    for (const pointer of objectsIn(JSON.parse(json))) {
      const block: unknown = JSON.parse(json)
      const owner = pointer.reduce<object>((value, key) => Reflect.get(value, key) as object, block as object)
      Object.assign(owner, { nope: 1 })
      const expected = { message: 'invalid additional property: nope', pointer: ['', '0', ...pointer].join('/') }
      expect(check(block), pointer.join('/')).toMatchObject(open.has(type) ? { ok: true } : { faults: [expected] })
    }
  })

  test.each([
    ['emoji of mrkdwn', { type: 'section', text: { ...mrkdwn, emoji: true } }, 'emoji', '/text'],
    ['verbatim of plain text', { type: 'header', text: { ...a, verbatim: true } }, 'verbatim', '/text'],
    ['disabled of a button', inActions({ type: 'button', text: a, disabled: true }), 'disabled', '/elements/0'],
    ['url of an option', inActions(menu({ url: 'https://a.b' })), 'url', '/elements/0/options/0'],
    ['initial_user of a static menu', inActions({ ...menu({}), initial_user: 'U1' }), 'initial_user', '/elements/0'],
    ['initial_option of checkboxes', inActions(boxes({ initial_option: option })), 'initial_option', '/elements/0'],
    ['placeholder of a datetimepicker', inActions(moment({ placeholder: a })), 'placeholder', '/elements/0'],
    ['initial_time of a datepicker', inActions(date({ initial_time: '10:00' })), 'initial_time', '/elements/0'],
    ['multiline of a number', inInput({ type: 'number_input', multiline: true }), 'multiline', '/element'],
    ['file_id of a tag', rich({ type: 'tag', text: 'a', file_id: 'F1' }), 'file_id', '/elements/0/elements/0'],
    ['text of a divider', { type: 'divider', text: a }, 'text', ''],
    ['column_settings of a data_table', dataTable({ column_settings: [] }), 'column_settings', ''],
  ])('is refused where another type has it: %s', (_name, block, field, pointer) => {
    const message = `invalid additional property: ${field}`
    expect(checkBlocks([block], '', 'modal')).not.toMatchObject({ ok: true })
    const surface = JSON.stringify(block).includes('number_input') ? 'modal' : 'message'
    expect(checkBlocks([block], '', surface)).toEqual({ ok: false, faults: [{ message, pointer: `/0${pointer}` }] })
  })

  test('is found next to other faults of the same object', () => {
    const block = inActions({ ...menu({}), initial_user: 'U1', max_selected_items: 0, nope: 1 })
    expect(checkBlocks([block], '')).toMatchObject({
      faults: [
        { pointer: '/0/elements/0/max_selected_items' },
        { message: 'invalid additional property: nope', pointer: '/0/elements/0' },
        { message: 'invalid additional property: initial_user', pointer: '/0/elements/0' },
        { message: 'invalid additional property: max_selected_items', pointer: '/0/elements/0' },
      ],
    })
  })

  test.each(['close', 'submit'])('[ACT-8] %s is one in a home', (field) => {
    expect(checkView({ type: 'home', blocks: [], [field]: a }, '/view')).toEqual({
      ok: false,
      faults: [{ message: `invalid additional property: ${field}`, pointer: '/view' }],
    })
    expect(checkView({ type: 'modal', title: a, blocks: [], [field]: a }, '/view')).toMatchObject({ ok: true })
  })
})

const option = { text: a, value: 'a' }

function menu(more: object) {
  return { type: 'static_select', options: [{ ...option, ...more }] }
}

function boxes(more: object) {
  return { type: 'checkboxes', options: [option], ...more }
}

function moment(more: object) {
  return { type: 'datetimepicker', ...more }
}

function date(more: object) {
  return { type: 'datepicker', ...more }
}

function dataTable(more: object) {
  const row = [{ type: 'raw_text', text: 'a' }]
  return { type: 'data_table', caption: 'a', rows: [row, row], ...more }
}

/** The keys that lead to each object in a value. */
function objectsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, item]) => objectsIn(item, [...path, key]))
  // What a newer element of rich text says about itself is kept as it is.
  return Array.isArray(value) || path.at(-1) === 'details' ? inner : [path, ...inner]
}
