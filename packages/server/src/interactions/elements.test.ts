import { afterAll, beforeAll, expect, test } from 'vitest'
import { aModal, anActingServer, plain } from '#testing/apps/interactiveApp'
import { everyAct, far } from '#testing/apps/everyAction'
import { anActOf, homeView } from '#testing/apps/views'

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
    ? { type: 'input', block_id: 'b', label: plain('Field'), dispatch_action: true, element: whole }
    : { type: 'actions', block_id: 'b', elements: [whole] }
}

type Scout = Awaited<ReturnType<typeof anActingServer>>

/** Shows a block there: where it stands, for the act and in what the app is told. */
const shownIn = {
  async message(scout: Scout, block: object) {
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: [block] })
    const { messages } = await scout.call('conversations.history', { channel, limit: 1 })
    const told = (values: object) => ({
      container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'help-desk' },
      message: messages[0],
      state: { values },
      response_url: expect.stringContaining(`${scout.url}/actions/T0ACME/`),
    })
    return { spot: { channel, ts }, told }
  },
  async modal(scout: Scout, block: object) {
    const trigger_id = await anActOf(scout)
    const { view } = await scout.call('views.open', { trigger_id, view: aModal([block]) })
    return { spot: { view_id: view.id }, told: toldOfView(view) }
  },
  async home(scout: Scout, block: object) {
    const { view } = await scout.call('views.publish', { user_id: 'U0ANA', view: homeView('x', { blocks: [block] }) })
    return { spot: { view_id: view.id }, told: toldOfView(view) }
  },
}

/** The view as the app knows it, with what its fields hold; the state stands nowhere else. */
function toldOfView(view: { id: string; state: object }) {
  return (values: object) => ({
    container: { type: 'view', view_id: view.id },
    view: { ...view, state: { values } },
  })
}

const everywhere = ['message', 'modal', 'home'] as const
const places = Object.keys(everyAct).flatMap((name) =>
  everywhere
    .filter((where) => where === 'message' || !onlyInMessages.test(typeOf(name)))
    .map((where) => [name, where] as const),
)

// One server for all of them: to start one takes longer than such a case.
let scout: Scout
beforeAll(async () => {
  scout = await anActingServer({
    answers: ({ payload }) => (payload['type'] === 'block_suggestion' ? { options: [far] } : undefined),
  })
})
afterAll(async () => scout.end())

test.each(places)(
  '[ACT-2, ACT-3, ACT-4] of an act at a %s in a %s the app is told this, no more',
  async (name, where) => {
    const { element, chosen, action, held } = everyAct[name]!
    const type = typeOf(name)
    const { spot, told } = await shownIn[where](scout, blockOf(where, type, element))
    if (type.endsWith('external_select')) await scout.act('options', { ...spot, action_id: 'a', value: 'fa' })
    expect(await scout.act('press', { ...spot, action_id: 'a', value: chosen })).toEqual({})
    expect(await scout.asked()).toEqual({
      type: 'block_actions',
      team: { id: 'T0ACME', domain: 'acme' },
      enterprise: null,
      user: { id: 'U0ANA', username: 'ana', name: 'ana', team_id: 'T0ACME' },
      api_app_id: 'A0SCOUT',
      token: expect.stringMatching(/^\w{24}$/),
      is_enterprise_install: false,
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[\w-]{43}$/),
      ...told(held ? { b: { a: { type, ...held } } } : {}),
      actions: [
        { type, block_id: 'b', action_id: 'a', ...action, action_ts: expect.stringMatching(/^\d{10}\.\d{6}$/) },
      ],
    })
  },
)

test('[ACT-2] of a message in a thread the app is told the thread, and a block without an id has one', async () => {
  const { ts: thread_ts } = await scout.call('chat.postMessage', { channel, text: 'root' })
  const section = { type: 'section', text: plain('Menu'), accessory: { type: 'button', text: plain('Go') } }
  const { ts, message } = await scout.call('chat.postMessage', { channel, text: 'x', thread_ts, blocks: [section] })
  const [{ block_id, accessory }] = message.blocks
  expect(await scout.act('press', { channel, ts, block_id, action_id: accessory.action_id })).toEqual({})
  expect(await scout.asked()).toMatchObject({
    container: { type: 'message', message_ts: ts, channel_id: channel, thread_ts, is_ephemeral: false },
    message: { ts, thread_ts, blocks: [{ block_id }] },
    actions: [{ block_id: expect.stringMatching(/./), action_id: expect.stringMatching(/./), text: plain('Go') }],
  })
})

test.each([
  ['a field whose block has no dispatch_action', aField({}), 'its block has no `dispatch_action`'],
  ['a button that runs a workflow', aWorkflow(), 'not there any more'],
])('[ACT-1] of %s the app is told nothing', async (_what, block, says) => {
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: [block] })
  const before = scout.app.questions().length
  const answer = await scout.act('press', { channel, ts, action_id: 'a', value: 'x' })
  expect(answer).toMatchObject({ error: 'action_not_found', detail: expect.stringContaining(says) })
  expect(scout.app.questions()).toHaveLength(before)
})

function aField(more: object) {
  return {
    type: 'input',
    block_id: 'b',
    label: plain('Field'),
    element: { type: 'plain_text_input', action_id: 'a' },
    ...more,
  }
}

function aWorkflow() {
  const workflow = { trigger: { url: 'https://example.com/run' } }
  const button = { type: 'workflow_button', action_id: 'a', text: plain('Run'), workflow }
  return { type: 'actions', block_id: 'b', elements: [button] }
}
