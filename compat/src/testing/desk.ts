import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import { aBoltApp } from './bolt.ts'
import type { Server } from './server.ts'

export const plain = (text: string) => ({ type: 'plain_text' as const, text })
export const option = (text: string): PlainTextOption => ({ text: plain(text), value: text.toLowerCase() })

/** An app that asks people for things: it keeps a list of what they did. */
export async function aDesk(server: Server, listen: (app: App, done: Done) => void) {
  const done: unknown[] = []
  const app = aBoltApp(server, 'desk')
  app.event('app_home_opened', async () => {})
  listen(app, (what) => done.push(what))
  await app.start()
  return {
    app,
    done,
    asks: (blocks: KnownBlock[], text = 'Please choose') =>
      app.client.chat.postMessage({ channel: 'C0GENERAL', text, blocks }),
  }
}
type Done = (what: unknown) => void

/** The form of a new ticket. */
export const ticket: ModalView = {
  type: 'modal',
  callback_id: 'ticket',
  notify_on_close: true,
  title: plain('New ticket'),
  submit: plain('Open ticket'),
  blocks: [
    {
      type: 'section',
      block_id: 'intro',
      text: plain('Somebody answers within the day.'),
      accessory: { type: 'button', action_id: 'examples', text: plain('Examples') },
    },
    {
      type: 'input',
      block_id: 'title',
      label: plain('Title'),
      element: { type: 'plain_text_input', action_id: 'typed' },
    },
    {
      type: 'input',
      block_id: 'urgency',
      label: plain('Urgency'),
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
      label: plain('Who else should know?'),
      element: { type: 'multi_users_select', action_id: 'chosen' },
    },
    {
      type: 'input',
      block_id: 'day',
      optional: true,
      label: plain('Needed by'),
      element: { type: 'datepicker', action_id: 'chosen' },
    },
  ],
}

export const examples: ModalView = {
  type: 'modal',
  callback_id: 'examples',
  title: plain('Examples'),
  close: plain('Back'),
  blocks: [{ type: 'section', text: plain('The printer prints nothing') }],
}

const cities = ['Dublin', 'Osaka', 'Tokyo'].map(option)

/** Every element that can stand in a message and in a home. */
export const everyControl: KnownBlock[] = [
  {
    type: 'section',
    text: { type: 'mrkdwn', text: '*Release 2.0* is ready. Shall it go out?' },
    accessory: { type: 'overflow', action_id: 'more', options: ['Postpone', 'Ask Ben'].map(option) },
  },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'go', style: 'primary', text: plain('Deploy') },
      { type: 'button', action_id: 'read', url: 'https://example.com', text: plain('Read the notes') },
      {
        type: 'button',
        action_id: 'discard',
        style: 'danger',
        text: plain('Discard'),
        confirm: {
          title: plain('Sure?'),
          text: plain('It is gone then.'),
          confirm: plain('Discard it'),
          deny: plain('No'),
        },
      },
    ],
  },
  {
    type: 'actions',
    elements: [
      { type: 'static_select', action_id: 'city', placeholder: plain('City'), options: cities },
      {
        type: 'multi_static_select',
        action_id: 'cities',
        placeholder: plain('Cities'),
        option_groups: [{ label: plain('Far away'), options: cities }],
        initial_options: cities.slice(0, 1),
      },
      { type: 'users_select', action_id: 'who', placeholder: plain('Who?'), initial_user: 'U0BEN' },
      { type: 'datepicker', action_id: 'day', placeholder: plain('Which day?') },
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
    label: plain('Why?'),
    hint: plain('One sentence'),
    element: { type: 'plain_text_input', action_id: 'why', multiline: true },
  },
]
