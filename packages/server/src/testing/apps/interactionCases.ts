import type { FieldValue } from '#domain/interactions/interactions'
import { plainText } from './interactiveServer.ts'

const option = (value: string) => ({ text: plainText(value), value })
const options = [option('one'), option('two'), option('three')]
const [one, two] = options
/** What the app offers for an element whose options it knows. */
export const far = option('far')
const placeholder = plainText('Choose')
const confirm = { title: plainText('Sure?'), text: plainText('Really?'), confirm: plainText('Yes'), deny: plainText('No') }
const feedback = {
  positive_button: { text: plainText('Good'), value: 'good', accessibility_label: 'A good answer' },
  negative_button: { text: plainText('Bad'), value: 'bad' },
}
const richText = {
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'b', style: { bold: true } }] }],
}

interface InteractionCase {
  /** What is said of the element beside its type. */
  element: object
  value?: FieldValue
  /** What the action says beside ids and time. */
  action: object
  /** What `state.values` says of it; undefined for what holds nothing. */
  stateValue?: object
}

/** Every element that a person can act on, by its type and a word, and what its app is told: as the types of Bolt say. */
export const interactionCases: Record<string, InteractionCase> = {
  button: {
    element: { text: plainText('Go'), value: 'now', style: 'primary', confirm },
    action: { text: plainText('Go'), value: 'now', style: 'primary', confirm },
  },
  'button with an address': {
    element: { text: plainText('Look'), url: 'https://example.com/' },
    action: { text: plainText('Look'), url: 'https://example.com/' },
  },
  overflow: {
    element: { options: [{ ...one, url: 'https://example.com/' }, two], confirm },
    value: 'one',
    action: { selected_option: { ...one, url: 'https://example.com/' }, confirm },
  },
  static_select: {
    element: { options, placeholder, initial_option: one, confirm },
    value: 'two',
    action: { selected_option: two, placeholder, initial_option: one, confirm },
    stateValue: { selected_option: two },
  },
  'static_select of which nothing is chosen any more': {
    element: { options, initial_option: one },
    value: null,
    action: { selected_option: null, initial_option: one },
    stateValue: { selected_option: null },
  },
  multi_static_select: {
    element: { option_groups: [{ label: plainText('All'), options }], placeholder, initial_options: [one], confirm },
    value: ['one', 'two'],
    action: { selected_options: [one, two], placeholder, initial_options: [one], confirm },
    stateValue: { selected_options: [one, two] },
  },
  external_select: {
    element: { placeholder, initial_option: one, min_query_length: 2, confirm },
    value: 'far',
    action: { selected_option: far, placeholder, initial_option: one, min_query_length: 2, confirm },
    stateValue: { selected_option: far },
  },
  multi_external_select: {
    element: { placeholder, initial_options: [one], min_query_length: 2 },
    value: ['one', 'far'],
    action: { selected_options: [one, far], placeholder, initial_options: [one], min_query_length: 2 },
    stateValue: { selected_options: [one, far] },
  },
  users_select: {
    element: { placeholder, initial_user: 'U0ANA', confirm },
    value: 'U0BEN',
    action: { selected_user: 'U0BEN', placeholder, initial_user: 'U0ANA', confirm },
    stateValue: { selected_user: 'U0BEN' },
  },
  multi_users_select: {
    element: { placeholder, initial_users: ['U0ANA'] },
    value: ['U0ANA', 'U0BEN'],
    action: { selected_users: ['U0ANA', 'U0BEN'], placeholder, initial_users: ['U0ANA'] },
    stateValue: { selected_users: ['U0ANA', 'U0BEN'] },
  },
  conversations_select: {
    element: { placeholder, initial_conversation: 'C0HELP', filter: { include: ['public', 'im'] } },
    value: 'D0ANASCOUT',
    action: { selected_conversation: 'D0ANASCOUT', placeholder, initial_conversation: 'C0HELP' },
    stateValue: { selected_conversation: 'D0ANASCOUT' },
  },
  multi_conversations_select: {
    element: { placeholder, initial_conversations: ['C0HELP'] },
    value: ['C0HELP', 'C0GENERAL'],
    action: { selected_conversations: ['C0HELP', 'C0GENERAL'], placeholder, initial_conversations: ['C0HELP'] },
    stateValue: { selected_conversations: ['C0HELP', 'C0GENERAL'] },
  },
  channels_select: {
    element: { placeholder, initial_channel: 'C0HELP' },
    value: 'C0GENERAL',
    action: { selected_channel: 'C0GENERAL', placeholder, initial_channel: 'C0HELP' },
    stateValue: { selected_channel: 'C0GENERAL' },
  },
  multi_channels_select: {
    element: { placeholder, initial_channels: ['C0HELP'] },
    value: [],
    action: { selected_channels: [], placeholder, initial_channels: ['C0HELP'] },
    stateValue: { selected_channels: [] },
  },
  radio_buttons: {
    element: { options, initial_option: one, confirm },
    value: 'two',
    action: { selected_option: two, initial_option: one, confirm },
    stateValue: { selected_option: two },
  },
  checkboxes: {
    element: { options, initial_options: [one], confirm },
    value: ['two'],
    action: { selected_options: [two], initial_options: [one], confirm },
    stateValue: { selected_options: [two] },
  },
  datepicker: {
    element: { placeholder, initial_date: '2027-01-01', confirm },
    value: '2028-02-29',
    action: { selected_date: '2028-02-29', placeholder, initial_date: '2027-01-01', confirm },
    stateValue: { selected_date: '2028-02-29' },
  },
  timepicker: {
    element: { placeholder, initial_time: '09:30', confirm },
    value: '23:59',
    action: { selected_time: '23:59', placeholder, initial_time: '09:30', confirm },
    stateValue: { selected_time: '23:59' },
  },
  datetimepicker: {
    element: { initial_date_time: 1_700_000_000 },
    value: 1_800_000_000,
    action: { selected_date_time: 1_800_000_000, initial_date_time: 1_700_000_000 },
    stateValue: { selected_date_time: 1_800_000_000 },
  },
  plain_text_input: {
    element: { placeholder, initial_value: 'before' },
    value: 'words',
    action: { value: 'words' },
    stateValue: { value: 'words' },
  },
  email_text_input: {
    element: { placeholder },
    value: 'ana@example.com',
    action: { value: 'ana@example.com' },
    stateValue: { value: 'ana@example.com' },
  },
  url_text_input: {
    element: { placeholder },
    value: 'https://example.com/',
    action: { value: 'https://example.com/' },
    stateValue: { value: 'https://example.com/' },
  },
  number_input: {
    element: { is_decimal_allowed: true, initial_value: '1' },
    value: '7.5',
    action: { value: '7.5' },
    stateValue: { value: '7.5' },
  },
  rich_text_input: {
    element: { placeholder },
    value: '**b**',
    action: { rich_text_value: richText },
    stateValue: { rich_text_value: richText },
  },
  feedback_buttons: { element: feedback, value: 'good', action: { text: plainText('Good'), value: 'good' } },
  'feedback_buttons for the worse': { element: feedback, value: 'bad', action: { text: plainText('Bad'), value: 'bad' } },
  icon_button: {
    element: { icon: 'trash', text: plainText('Delete'), value: '7', confirm, visible_to_user_ids: ['U0ANA'] },
    action: { icon: 'trash', text: plainText('Delete'), value: '7', confirm },
  },
}
