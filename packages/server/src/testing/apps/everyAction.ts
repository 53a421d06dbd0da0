import type { Chosen } from '#domain/interactions/interactions'
import { plain } from './interactiveApp.ts'

const option = (value: string) => ({ text: plain(value), value })
const options = [option('one'), option('two'), option('three')]
const [one, two] = options
/** What the app offers for an element whose options it knows. */
export const far = option('far')
const placeholder = plain('Choose')
const confirm = { title: plain('Sure?'), text: plain('Really?'), confirm: plain('Yes'), deny: plain('No') }
const feedback = {
  positive_button: { text: plain('Good'), value: 'good', accessibility_label: 'A good answer' },
  negative_button: { text: plain('Bad'), value: 'bad' },
}
const richText = {
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'b', style: { bold: true } }] }],
}

interface Act {
  /** What is said of the element beside its type. */
  element: object
  chosen?: Chosen
  /** What the action says beside ids and time. */
  action: object
  /** What `state.values` says of it; undefined for what holds nothing. */
  held?: object
}

/** Every element that a person can act on, by its type and a word, and what its app is told: as the types of Bolt say. */
export const everyAct: Record<string, Act> = {
  button: {
    element: { text: plain('Go'), value: 'now', style: 'primary', confirm },
    action: { text: plain('Go'), value: 'now', style: 'primary', confirm },
  },
  'button with an address': {
    element: { text: plain('Look'), url: 'https://example.com/' },
    action: { text: plain('Look'), url: 'https://example.com/' },
  },
  overflow: {
    element: { options: [{ ...one, url: 'https://example.com/' }, two], confirm },
    chosen: 'one',
    action: { selected_option: { ...one, url: 'https://example.com/' }, confirm },
  },
  static_select: {
    element: { options, placeholder, initial_option: one, confirm },
    chosen: 'two',
    action: { selected_option: two, placeholder, initial_option: one, confirm },
    held: { selected_option: two },
  },
  'static_select of which nothing is chosen any more': {
    element: { options, initial_option: one },
    chosen: null,
    action: { selected_option: null, initial_option: one },
    held: { selected_option: null },
  },
  multi_static_select: {
    element: { option_groups: [{ label: plain('All'), options }], placeholder, initial_options: [one], confirm },
    chosen: ['one', 'two'],
    action: { selected_options: [one, two], placeholder, initial_options: [one], confirm },
    held: { selected_options: [one, two] },
  },
  external_select: {
    element: { placeholder, initial_option: one, min_query_length: 2, confirm },
    chosen: 'far',
    action: { selected_option: far, placeholder, initial_option: one, min_query_length: 2, confirm },
    held: { selected_option: far },
  },
  multi_external_select: {
    element: { placeholder, initial_options: [one], min_query_length: 2 },
    chosen: ['one', 'far'],
    action: { selected_options: [one, far], placeholder, initial_options: [one], min_query_length: 2 },
    held: { selected_options: [one, far] },
  },
  users_select: {
    element: { placeholder, initial_user: 'U0ANA', confirm },
    chosen: 'U0BEN',
    action: { selected_user: 'U0BEN', placeholder, initial_user: 'U0ANA', confirm },
    held: { selected_user: 'U0BEN' },
  },
  multi_users_select: {
    element: { placeholder, initial_users: ['U0ANA'] },
    chosen: ['U0ANA', 'U0BEN'],
    action: { selected_users: ['U0ANA', 'U0BEN'], placeholder, initial_users: ['U0ANA'] },
    held: { selected_users: ['U0ANA', 'U0BEN'] },
  },
  conversations_select: {
    element: { placeholder, initial_conversation: 'C0HELP', filter: { include: ['public', 'im'] } },
    chosen: 'D0ANASCOUT',
    action: { selected_conversation: 'D0ANASCOUT', placeholder, initial_conversation: 'C0HELP' },
    held: { selected_conversation: 'D0ANASCOUT' },
  },
  multi_conversations_select: {
    element: { placeholder, initial_conversations: ['C0HELP'] },
    chosen: ['C0HELP', 'C0GENERAL'],
    action: { selected_conversations: ['C0HELP', 'C0GENERAL'], placeholder, initial_conversations: ['C0HELP'] },
    held: { selected_conversations: ['C0HELP', 'C0GENERAL'] },
  },
  channels_select: {
    element: { placeholder, initial_channel: 'C0HELP' },
    chosen: 'C0GENERAL',
    action: { selected_channel: 'C0GENERAL', placeholder, initial_channel: 'C0HELP' },
    held: { selected_channel: 'C0GENERAL' },
  },
  multi_channels_select: {
    element: { placeholder, initial_channels: ['C0HELP'] },
    chosen: [],
    action: { selected_channels: [], placeholder, initial_channels: ['C0HELP'] },
    held: { selected_channels: [] },
  },
  radio_buttons: {
    element: { options, initial_option: one, confirm },
    chosen: 'two',
    action: { selected_option: two, initial_option: one, confirm },
    held: { selected_option: two },
  },
  checkboxes: {
    element: { options, initial_options: [one], confirm },
    chosen: ['two'],
    action: { selected_options: [two], initial_options: [one], confirm },
    held: { selected_options: [two] },
  },
  datepicker: {
    element: { placeholder, initial_date: '2027-01-01', confirm },
    chosen: '2028-02-29',
    action: { selected_date: '2028-02-29', placeholder, initial_date: '2027-01-01', confirm },
    held: { selected_date: '2028-02-29' },
  },
  timepicker: {
    element: { placeholder, initial_time: '09:30', confirm },
    chosen: '23:59',
    action: { selected_time: '23:59', placeholder, initial_time: '09:30', confirm },
    held: { selected_time: '23:59' },
  },
  datetimepicker: {
    element: { initial_date_time: 1_700_000_000 },
    chosen: 1_800_000_000,
    action: { selected_date_time: 1_800_000_000, initial_date_time: 1_700_000_000 },
    held: { selected_date_time: 1_800_000_000 },
  },
  plain_text_input: {
    element: { placeholder, initial_value: 'before' },
    chosen: 'words',
    action: { value: 'words' },
    held: { value: 'words' },
  },
  email_text_input: {
    element: { placeholder },
    chosen: 'ana@example.com',
    action: { value: 'ana@example.com' },
    held: { value: 'ana@example.com' },
  },
  url_text_input: {
    element: { placeholder },
    chosen: 'https://example.com/',
    action: { value: 'https://example.com/' },
    held: { value: 'https://example.com/' },
  },
  number_input: {
    element: { is_decimal_allowed: true, initial_value: '1' },
    chosen: '7.5',
    action: { value: '7.5' },
    held: { value: '7.5' },
  },
  rich_text_input: {
    element: { placeholder },
    chosen: '**b**',
    action: { rich_text_value: richText },
    held: { rich_text_value: richText },
  },
  feedback_buttons: { element: feedback, chosen: 'good', action: { text: plain('Good'), value: 'good' } },
  'feedback_buttons for the worse': { element: feedback, chosen: 'bad', action: { text: plain('Bad'), value: 'bad' } },
  icon_button: {
    element: { icon: 'trash', text: plain('Delete'), value: '7', confirm, visible_to_user_ids: ['U0ANA'] },
    action: { icon: 'trash', text: plain('Delete'), value: '7', confirm },
  },
}
