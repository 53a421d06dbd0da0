import { type InteractionCase, confirm, optionOne, options, placeholder, optionTwo } from './interactionCase.ts'

const richText = {
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'b', style: { bold: true } }] }],
}

/** Interactions with radio buttons, checkboxes, pickers and text inputs. */
export const inputCases: Record<string, InteractionCase> = {
  radio_buttons: {
    element: { options, initial_option: optionOne, confirm },
    value: 'two',
    action: { selected_option: optionTwo, initial_option: optionOne, confirm },
    stateValue: { selected_option: optionTwo },
  },
  checkboxes: {
    element: { options, initial_options: [optionOne], confirm },
    value: ['two'],
    action: { selected_options: [optionTwo], initial_options: [optionOne], confirm },
    stateValue: { selected_options: [optionTwo] },
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
}
