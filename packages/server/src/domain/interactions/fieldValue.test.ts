import type { Block } from '@rivulet/blocks/types'
import { findInteractiveElements } from '@rivulet/blocks/elements'
import { expect, test } from 'vitest'
import type { FieldValue } from './interactions.ts'
import { openSqlite } from '#store/sqlite/open'
import { plainText } from '#testing/apps/interactiveServer'
import { loadAcme } from '#testing/workspace/domain'
import { readFieldValue } from './fieldValue.ts'

const option = (value: string) => ({ text: { type: 'plain_text', text: value } as const, value })
const options = [option('one'), option('two'), option('three')]

async function chosenAt(element: object, chosen: FieldValue | undefined) {
  const { store, findPerson } = await loadAcme(() => openSqlite(':memory:'))
  // An app sends elements as JSON. The table has them in that form, so that its rows need not name their types.
  const blocks = [{ type: 'actions', block_id: 'b', elements: [{ action_id: 'a', ...element }] }] as unknown as Block[]
  const [placed] = findInteractiveElements(blocks)
  return readFieldValue(placed!.element, chosen, {
    db: store.db,
    person: await findPerson('U0BEN'),
    offered: async () => [option('far')],
  })
}

test.each<[string, object, FieldValue | undefined, object]>([
  ['overflow', { options }, 'two', { selected_option: option('two') }],
  ['static_select', { options }, null, { selected_option: null }],
  ['static_select', { option_groups: [{ label: plainText('g'), options }] }, 'one', { selected_option: option('one') }],
  ['static_select', { options, initial_option: option('two') }, undefined, { selected_option: option('two') }],
  ['external_select', {}, 'far', { selected_option: option('far') }],
  ['radio_buttons', { options }, 'three', { selected_option: option('three') }],
  ['checkboxes', { options }, ['one', 'one', 'two'], { selected_options: [option('one'), option('two')] }],
  ['checkboxes', { options, initial_options: [option('one')] }, undefined, { selected_options: [option('one')] }],
  ['multi_static_select', { options }, [], { selected_options: [] }],
  ['users_select', {}, 'U0ANA', { selected_user: 'U0ANA' }],
  ['users_select', { initial_user: 'U0ANA' }, null, { selected_user: null }],
  ['multi_users_select', { initial_users: ['U0ANA'] }, undefined, { selected_users: ['U0ANA'] }],
  ['conversations_select', {}, 'C0HELP', { selected_conversation: 'C0HELP' }],
  ['multi_conversations_select', {}, ['C0HELP'], { selected_conversations: ['C0HELP'] }],
  ['channels_select', {}, 'C0HELP', { selected_channel: 'C0HELP' }],
  ['multi_channels_select', {}, null, { selected_channels: [] }],
  ['datepicker', {}, '2028-02-29', { selected_date: '2028-02-29' }],
  ['datepicker', { initial_date: '2027-01-01' }, undefined, { selected_date: '2027-01-01' }],
  ['timepicker', {}, '23:59', { selected_time: '23:59' }],
  ['datetimepicker', {}, 1_800_000_000, { selected_date_time: 1_800_000_000 }],
  ['plain_text_input', {}, 'words', { value: 'words' }],
  ['plain_text_input', {}, '', { value: null }],
  ['number_input', { initial_value: '7' }, undefined, { value: '7' }],
  ['file_input', {}, undefined, { files: [] }],
])('[ACT-3] at a %s with %j, %j is read', async (type, element, chosen, read) => {
  expect(await chosenAt({ type, ...element }, chosen)).toEqual(read)
})

test('[ACT-3] typed Markdown is read as rich text', async () => {
  expect(await chosenAt({ type: 'rich_text_input' }, '**b**')).toEqual({
    rich_text_value: {
      type: 'rich_text',
      elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'b', style: { bold: true } }] }],
    },
  })
})

test.each<[string, object, FieldValue | undefined]>([
  ['overflow', { options }, undefined],
  ['static_select', { options }, 'four'],
  ['static_select', { options }, 'far away'],
  ['checkboxes', { options }, ['one', 'four']],
  ['checkboxes', { options }, 'one'],
  ['multi_static_select', { options, max_selected_items: 1 }, ['one', 'two']],
  ['users_select', {}, 'U0NOBODY'],
  ['users_select', {}, 7],
  ['conversations_select', {}, 'C0SECRET'],
  ['multi_conversations_select', {}, ['C0HELP', 'D0ANASCOUT']],
  ['channels_select', {}, 'C0SECRET'],
  ['datepicker', {}, '2027-02-29'],
  ['timepicker', {}, '24:00'],
  ['datetimepicker', {}, 1.5],
  ['plain_text_input', {}, ['words']],
  [
    'feedback_buttons',
    { positive_button: { text: plainText('y'), value: 'y' }, negative_button: { text: plainText('n'), value: 'n' } },
    'maybe',
  ],
])('[ACT-3] at a %s with %j, %j cannot be chosen', async (type, element, chosen) => {
  await expect(chosenAt({ type, ...element }, chosen)).rejects.toMatchObject({ code: 'invalid_value' })
})
