import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import { createBoltApp } from './bolt.ts'
import type { Server } from './server.ts'

export const plainText = (text: string) => ({ type: 'plain_text' as const, text })
export const option = (text: string): PlainTextOption => ({ text: plainText(text), value: text.toLowerCase() })

/** Starts the app `desk`. `register` adds its listeners. They pass what they receive to `done`, and the result lists it. */
export async function startDeskApp(server: Server, register: (app: App, done: Done) => void) {
  const done: unknown[] = []
  const app = createBoltApp(server, 'desk')
  app.event('app_home_opened', async () => {})
  register(app, (received) => done.push(received))
  await app.start()
  return {
    app,
    done,
    post: (blocks: KnownBlock[], text = 'Please choose') =>
      app.client.chat.postMessage({ channel: 'C0GENERAL', text, blocks }),
  }
}
type Done = (received: unknown) => void

/** The modal for a new ticket. */
export const ticketModal: ModalView = {
  type: 'modal',
  callback_id: 'ticket',
  notify_on_close: true,
  title: plainText('New ticket'),
  submit: plainText('Open ticket'),
  blocks: [
    {
      type: 'section',
      block_id: 'intro',
      text: plainText('Somebody answers within the day.'),
      accessory: { type: 'button', action_id: 'examples', text: plainText('Examples') },
    },
    {
      type: 'input',
      block_id: 'title',
      label: plainText('Title'),
      element: { type: 'plain_text_input', action_id: 'typed' },
    },
    {
      type: 'input',
      block_id: 'urgency',
      label: plainText('Urgency'),
      element: {
        type: 'radio_buttons',
        action_id: 'chosen',
        options: ['Low', 'High'].map(option),
        initial_option: option('Low'),
      },
    },
    {
      type: 'input',
      block_id: 'people',
      optional: true,
      label: plainText('Who else should know?'),
      element: { type: 'multi_users_select', action_id: 'chosen' },
    },
    {
      type: 'input',
      block_id: 'day',
      optional: true,
      label: plainText('Needed by'),
      element: { type: 'datepicker', action_id: 'chosen' },
    },
  ],
}

export const examplesModal: ModalView = {
  type: 'modal',
  callback_id: 'examples',
  title: plainText('Examples'),
  close: plainText('Back'),
  blocks: [{ type: 'section', text: plainText('The printer prints nothing') }],
}

const cities = ['Dublin', 'Osaka', 'Tokyo'].map(option)

/** Every element that is allowed both in a message and in a Home tab. */
export const everyElement: KnownBlock[] = [
  {
    type: 'section',
    text: { type: 'mrkdwn', text: '*Release 2.0* is ready. Shall it go out?' },
    accessory: { type: 'overflow', action_id: 'more', options: ['Postpone', 'Ask Ben'].map(option) },
  },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'go', style: 'primary', text: plainText('Deploy') },
      { type: 'button', action_id: 'read', url: 'https://example.com', text: plainText('Read the notes') },
      {
        type: 'button',
        action_id: 'discard',
        style: 'danger',
        text: plainText('Discard'),
        confirm: {
          title: plainText('Sure?'),
          text: plainText('It is gone then.'),
          confirm: plainText('Discard it'),
          deny: plainText('No'),
        },
      },
    ],
  },
  {
    type: 'actions',
    elements: [
      { type: 'static_select', action_id: 'city', placeholder: plainText('City'), options: cities },
      {
        type: 'multi_static_select',
        action_id: 'cities',
        placeholder: plainText('Cities'),
        option_groups: [{ label: plainText('Far away'), options: cities }],
        initial_options: cities.slice(0, 1),
      },
      { type: 'users_select', action_id: 'who', placeholder: plainText('Who?'), initial_user: 'U0BEN' },
      { type: 'datepicker', action_id: 'day', placeholder: plainText('Which day?') },
      { type: 'timepicker', action_id: 'time', initial_time: '13:30' },
      { type: 'datetimepicker', action_id: 'moment' },
      { type: 'checkboxes', action_id: 'also', options: ['Tell all', 'Watch'].map(option) },
      {
        type: 'radio_buttons',
        action_id: 'when',
        options: ['Now', 'Later'].map(option),
        initial_option: option('Now'),
      },
    ],
  },
  {
    type: 'input',
    dispatch_action: true,
    label: plainText('Why?'),
    hint: plainText('One sentence'),
    element: { type: 'plain_text_input', action_id: 'why', multiline: true },
  },
]

/** The same without the picker that is not for homes. */
export const homeElements = everyElement.map((block) =>
  block.type === 'actions'
    ? { ...block, elements: block.elements.filter(({ type }) => type !== 'datetimepicker') }
    : block,
)
