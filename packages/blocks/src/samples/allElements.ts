import type { ActionsBlock, Block, ContextActionsBlock, InputBlock } from '#types'

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const options = ['Tea', 'Coffee', 'Water'].map((text) => ({
  text: plain(text),
  value: text,
  description: plain(`A cup of ${text.toLowerCase()}`),
}))
const tea = options.slice(0, 1)
const groups = [
  { label: plain('Hot'), options: options.slice(0, 2) },
  { label: plain('Cold'), options: options.slice(2) },
]
const placeholder = plain('Choose')
const confirm = { title: plain('Sure?'), text: plain('It cannot be undone.'), confirm: plain('Yes'), deny: plain('No') }
const links = options.map((option) => ({ ...option, url: `https://example.com/${option.value}` }))

type InputElement = InputBlock['element']

const choices: (ActionsBlock['elements'][number] & InputElement)[] = [
  { type: 'radio_buttons', action_id: 'radio', options, initial_option: tea[0], confirm },
  { type: 'checkboxes', action_id: 'checks', options, initial_options: tea },
  { type: 'static_select', action_id: 'static', placeholder, options, initial_option: tea[0], confirm },
  { type: 'external_select', action_id: 'external', placeholder, min_query_length: 2 },
  { type: 'users_select', action_id: 'user', placeholder, initial_user: 'U1' },
  {
    type: 'conversations_select',
    action_id: 'conversation',
    placeholder,
    initial_conversation: 'C1',
    filter: { include: ['public'] },
  },
  { type: 'channels_select', action_id: 'channel', placeholder, initial_channel: 'C1' },
  {
    type: 'multi_static_select',
    action_id: 'statics',
    placeholder,
    option_groups: groups,
    initial_options: tea,
    max_selected_items: 2,
  },
  { type: 'multi_external_select', action_id: 'externals', placeholder },
  { type: 'multi_users_select', action_id: 'users', placeholder, initial_users: ['U1', 'U2'] },
  { type: 'multi_conversations_select', action_id: 'conversations', placeholder, initial_conversations: ['C1'] },
  { type: 'multi_channels_select', action_id: 'channels', placeholder, initial_channels: ['C1'] },
  { type: 'datepicker', action_id: 'date', placeholder, initial_date: '2026-11-21', confirm },
  { type: 'timepicker', action_id: 'time', initial_time: '09:30', timezone: 'Europe/Zurich' },
  { type: 'datetimepicker', action_id: 'moment', initial_date_time: 1795219200 },
  { type: 'rich_text_input', action_id: 'rich', placeholder: plain('Write') },
]

/** An element of every type that an actions block can hold. */
export const allActionElements: ActionsBlock['elements'] = [
  { type: 'button', action_id: 'plain', text: plain('Button') },
  { type: 'button', action_id: 'primary', text: plain('Approve'), style: 'primary', value: '1' },
  { type: 'button', action_id: 'danger', text: plain('Delete'), style: 'danger', confirm },
  { type: 'button', action_id: 'link', text: plain('Open'), url: 'https://example.com' },
  {
    type: 'workflow_button',
    text: plain('Run'),
    workflow: { trigger: { url: 'https://example.com/run' } },
    accessibility_label: 'Run the workflow',
  },
  { type: 'overflow', action_id: 'more', options: links, confirm },
  ...choices,
]

/** An element of every type that an input block can hold. */
export const allInputElements: InputElement[] = [
  { type: 'plain_text_input', action_id: 'line', placeholder: plain('A line') },
  { type: 'plain_text_input', action_id: 'lines', multiline: true, max_length: 200, initial_value: 'Two\nlines' },
  { type: 'email_text_input', action_id: 'mail', placeholder: plain('ana@example.com') },
  { type: 'url_text_input', action_id: 'address', placeholder: plain('https://example.com') },
  { type: 'number_input', action_id: 'number', is_decimal_allowed: false, min_value: '1', max_value: '10' },
  { type: 'file_input', action_id: 'file', filetypes: ['png'], max_files: 2 },
  ...choices,
]

/** An element of every type that a context_actions block can hold. */
export const allContextActionElements: ContextActionsBlock['elements'] = [
  {
    type: 'feedback_buttons',
    action_id: 'feedback',
    positive_button: { text: plain('Good'), value: 'good', accessibility_label: 'A good answer' },
    negative_button: { text: plain('Bad'), value: 'bad', accessibility_label: 'A bad answer' },
  },
  {
    type: 'icon_button',
    action_id: 'trash',
    icon: 'trash',
    text: plain('Delete'),
    value: '1',
    confirm,
    accessibility_label: 'Delete the answer',
    visible_to_user_ids: ['U1'],
  },
]

/** All elements, each in a block of its own. */
export const allElementBlocks: Block[] = [
  ...allActionElements.map((element): Block => ({ type: 'actions', elements: [element] })),
  ...allInputElements.map((element): Block => ({ type: 'input', label: plain('Your answer'), element })),
  ...allContextActionElements.map((element): Block => ({ type: 'context_actions', elements: [element] })),
]
