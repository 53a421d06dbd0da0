import { afterAll, beforeAll, expect, test } from 'vitest'
import { modalView, startInteractiveServer, plainText } from '#testing/apps/interactiveServer'
import { externalOption } from '#testing/interactions/interactionCase'
import { interactionCases } from '#testing/interactions/interactionCases'
import { createTrigger, homeView } from '#testing/apps/views'

const channel = 'C0HELP'
const typeOf = (name: string) => name.split(' ')[0]!
const onlyInInputs = /_input$/
const onlyInMessages = /^(feedback_buttons|icon_button)$/
const notInInputs = /^(button|overflow)$/

function blockOf(where: string, type: string, element: object) {
  const whole = { type, action_id: 'a', ...element }
  if (onlyInMessages.test(type)) return { type: 'context_actions', block_id: 'b', elements: [whole] }
  const inInput = onlyInInputs.test(type) || (where === 'modal' && !notInInputs.test(type))
  return inInput
    ? { type: 'input', block_id: 'b', label: plainText('Field'), dispatch_action: true, element: whole }
    : { type: 'actions', block_id: 'b', elements: [whole] }
}

type Scout = Awaited<ReturnType<typeof startInteractiveServer>>

/** Shows a block in each kind of place. Returns the interaction target, and the payload that the app should receive. */
const shownIn = {
  async message(scout: Scout, block: object) {
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: [block] })
    const { messages } = await scout.call('conversations.history', { channel, limit: 1 })
    const expectedPayload = (values: object) => ({
      container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'help-desk' },
      message: messages[0],
      state: { values },
      response_url: expect.stringContaining(`${scout.url}/actions/T0ACME/`),
    })
    return { target: { channel, ts }, expectedPayload }
  },
  async modal(scout: Scout, block: object) {
    const trigger_id = await createTrigger(scout)
    const { view } = await scout.call('views.open', { trigger_id, view: modalView([block]) })
    return { target: { view_id: view.id }, expectedPayload: viewPayload(view) }
  },
  async home(scout: Scout, block: object) {
    const { view } = await scout.call('views.publish', { user_id: 'U0ANA', view: homeView('x', { blocks: [block] }) })
    return { target: { view_id: view.id }, expectedPayload: viewPayload(view) }
  },
}

/** The payload with the view and its state values. In a view, these are nowhere else in the payload. */
function viewPayload(view: { id: string; state: object }) {
  return (values: object) => ({
    container: { type: 'view', view_id: view.id },
    view: { ...view, state: { values } },
  })
}

const everywhere = ['message', 'modal', 'home'] as const
const places = Object.keys(interactionCases).flatMap((name) =>
  everywhere
    .filter((where) => where === 'message' || !onlyInMessages.test(typeOf(name)))
    .filter((where) => where === 'modal' || !/^(email|url|number)_/.test(typeOf(name)))
    .filter((where) => where !== 'home' || typeOf(name) !== 'datetimepicker')
    .map((where) => [name, where] as const),
)

// All cases share one server, because starting one takes longer than a case.
let scout: Scout
beforeAll(async () => {
  scout = await startInteractiveServer({
    answerDispatch: ({ payload }) =>
      payload['type'] === 'block_suggestion' ? { options: [externalOption] } : undefined,
  })
})
afterAll(async () => scout.end())

test.each(places)(
  '[ACT-2, ACT-3, ACT-4] an interaction with a %s in a %s has exactly this payload',
  async (name, where) => {
    const { element, value, action, stateValue } = interactionCases[name]!
    const type = typeOf(name)
    const { target, expectedPayload } = await shownIn[where](scout, blockOf(where, type, element))
    if (type.endsWith('external_select')) await scout.interact('options', { ...target, action_id: 'a', value: 'fa' })
    expect(await scout.interact('press', { ...target, action_id: 'a', value: value })).toEqual({})
    expect(await scout.readLastDispatch()).toEqual({
      type: 'block_actions',
      team: { id: 'T0ACME', domain: 'acme' },
      enterprise: null,
      user: { id: 'U0ANA', username: 'ana', name: 'ana', team_id: 'T0ACME' },
      api_app_id: 'A0SCOUT',
      token: expect.stringMatching(/^\w{24}$/),
      is_enterprise_install: false,
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[\w-]{43}$/),
      ...expectedPayload(stateValue ? { b: { a: { type, ...stateValue } } } : {}),
      actions: [
        { type, block_id: 'b', action_id: 'a', ...action, action_ts: expect.stringMatching(/^\d{10}\.\d{6}$/) },
      ],
    })
  },
)

test('[ACT-2] the payload of a message in a thread names the thread, and every block has an id', async () => {
  const { ts: thread_ts } = await scout.call('chat.postMessage', { channel, text: 'root' })
  const section = { type: 'section', text: plainText('Menu'), accessory: { type: 'button', text: plainText('Go') } }
  const { ts, message } = await scout.call('chat.postMessage', { channel, text: 'x', thread_ts, blocks: [section] })
  const [{ block_id, accessory }] = message.blocks
  expect(await scout.interact('press', { channel, ts, block_id, action_id: accessory.action_id })).toEqual({})
  expect(await scout.readLastDispatch()).toMatchObject({
    container: { type: 'message', message_ts: ts, channel_id: channel, thread_ts, is_ephemeral: false },
    message: { ts, thread_ts, blocks: [{ block_id }] },
    actions: [{ block_id: expect.stringMatching(/./), action_id: expect.stringMatching(/./), text: plainText('Go') }],
  })
})

test.each([
  ['a field whose block has no dispatch_action', inputBlock({}), 'its block has no `dispatch_action`'],
  ['a button that runs a workflow', workflowBlock(), 'no longer exists'],
])('[ACT-1] %s is not dispatched', async (_what, block, says) => {
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: [block] })
  const before = scout.app.dispatches().length
  const answer = await scout.interact('press', { channel, ts, action_id: 'a', value: 'x' })
  expect(answer).toMatchObject({ error: 'action_not_found', detail: expect.stringContaining(says) })
  expect(scout.app.dispatches()).toHaveLength(before)
})

function inputBlock(more: object) {
  return {
    type: 'input',
    block_id: 'b',
    label: plainText('Field'),
    element: { type: 'plain_text_input', action_id: 'a' },
    ...more,
  }
}

function workflowBlock() {
  const workflow = { trigger: { url: 'https://example.com/run' } }
  const button = { type: 'workflow_button', action_id: 'a', text: plainText('Run'), workflow }
  return { type: 'actions', block_id: 'b', elements: [button] }
}
