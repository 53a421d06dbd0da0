import { plainText } from '#testing/apps/interactiveServer'
import {
  type InteractionCase,
  confirm,
  externalOption,
  optionOne,
  options,
  placeholder,
  optionTwo,
} from './interactionCase.ts'

/** Interactions with menus. */
export const selectCases: Record<string, InteractionCase> = {
  static_select: {
    element: { options, placeholder, initial_option: optionOne, confirm },
    value: 'two',
    action: { selected_option: optionTwo, placeholder, initial_option: optionOne, confirm },
    stateValue: { selected_option: optionTwo },
  },
  'static_select of which nothing is chosen any more': {
    element: { options, initial_option: optionOne },
    value: null,
    action: { selected_option: null, initial_option: optionOne },
    stateValue: { selected_option: null },
  },
  multi_static_select: {
    element: {
      option_groups: [{ label: plainText('All'), options }],
      placeholder,
      initial_options: [optionOne],
      confirm,
    },
    value: ['one', 'two'],
    action: { selected_options: [optionOne, optionTwo], placeholder, initial_options: [optionOne], confirm },
    stateValue: { selected_options: [optionOne, optionTwo] },
  },
  external_select: {
    element: { placeholder, initial_option: optionOne, min_query_length: 2, confirm },
    value: 'far',
    action: { selected_option: externalOption, placeholder, initial_option: optionOne, min_query_length: 2, confirm },
    stateValue: { selected_option: externalOption },
  },
  multi_external_select: {
    element: { placeholder, initial_options: [optionOne], min_query_length: 2 },
    value: ['one', 'far'],
    action: {
      selected_options: [optionOne, externalOption],
      placeholder,
      initial_options: [optionOne],
      min_query_length: 2,
    },
    stateValue: { selected_options: [optionOne, externalOption] },
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
}
