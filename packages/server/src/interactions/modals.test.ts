import { describe, expect, test } from 'vitest'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { modalView, startInteractiveServer, buttons, plainText, textField } from '#testing/apps/interactiveServer'
import { homeView } from '#testing/apps/views'

const channel = 'C0HELP'
type Modals = Extract<ServerFrame, { type: 'modals' }>
type Scout = Awaited<ReturnType<typeof startInteractiveServer>>

/** Ana presses a button, and Scout opens a modal. Returns the modal's id. */
async function openModal(scout: Scout, view: object = modalView([textField('f')]), page?: string): Promise<string> {
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
  await scout.interact('press', { channel, ts, action_id: 'go', page })
  const { trigger_id } = await scout.readLastDispatch()
  const opened = await scout.call('views.open', { trigger_id, view })
  expect(opened).toMatchObject({ ok: true })
  return opened['view'].id
}

const isModals = (frame: ServerFrame): frame is Modals => frame.type === 'modals'
const textValue = (value: string) => ({ f: { text: value } })

describe('a modal', () => {
  test('[ACT-7, ACT-9] is shown to its person when opened, changed and closed, on the page of the interaction', async () => {
    const scout = await startInteractiveServer()
    const [ana, ben] = [await scout.watchFeed(), await scout.watchFeed('U0BEN')]
    const view_id = await openModal(scout, modalView([textField('f')], { private_metadata: 'secret' }), 'p1')
    const opened = await ana.next(isModals)
    expect(opened).toMatchObject({ id: view_id, page: 'p1', views: [{ id: view_id, title: 'Title', submit: 'Send' }] })
    expect(JSON.stringify(opened)).not.toContain('secret')
    await scout.call('views.update', { view_id, view: modalView([], { title: plainText('Other') }) })
    await ana.next((frame) => isModals(frame) && frame.views[0]?.title === 'Other')
    expect(await scout.interact('close', { view_id })).toEqual({})
    await ana.next((frame) => isModals(frame) && frame.views.length === 0)
    expect(ben.frames.some(isModals)).toBe(false)
  })

  test('[ACT-4, ACT-11] is sent to its app with its state values when submitted, and closes', async () => {
    const scout = await startInteractiveServer()
    const view_id = await openModal(scout, modalView([textField('f'), textField('g', {}, { initial_value: 'begun' })]))
    const state = { f: { text: 'hi' }, other: { x: 'y' } }
    expect(await scout.interact('submit', { view_id, state })).toEqual({})
    expect(await scout.readLastDispatch()).toMatchObject({
      type: 'view_submission',
      trigger_id: expect.any(String),
      view: {
        id: view_id,
        state: {
          values: {
            f: { text: { type: 'plain_text_input', value: 'hi' } },
            g: { text: { type: 'plain_text_input', value: 'begun' } },
          },
        },
      },
      response_urls: [],
    })
    expect((await scout.readLastDispatch())['view'].state.values).not.toHaveProperty('other')
    expect(await scout.interact('submit', { view_id, state })).toMatchObject({ error: 'view_not_found' })
  })

  test('[ACT-5] with an invalid field is not sent', async () => {
    const scout = await startInteractiveServer()
    const fields = [
      textField('f'),
      textField('g', { optional: true }, { min_length: 3 }),
      textField('n', { optional: true }, { type: 'number_input', is_decimal_allowed: false, max_value: '9' }),
      textField('e', { optional: true }, { type: 'email_text_input' }),
    ]
    const view_id = await openModal(scout, modalView(fields))
    const before = scout.app.dispatches().length
    const state = { g: { text: 'ab' }, n: { text: '10' }, e: { text: 'nobody' } }
    expect(await scout.interact('submit', { view_id, state })).toEqual({
      errors: {
        f: 'Fill this in.',
        g: 'At least 3 characters; this is 2.',
        n: 'At most 9.',
        e: 'Enter a valid e-mail address.',
      },
    })
    expect(scout.app.dispatches()).toHaveLength(before)
  })

  test.each([
    ['errors', { errors: { f: 'No.' } }, { errors: { f: 'No.' } }, 1],
    ['update', { view: modalView([], { title: plainText('Thanks') }) }, {}, 1],
    ['push', { view: modalView([], { title: plainText('More') }) }, {}, 2],
    ['update', { view: JSON.stringify(modalView([], { title: plainText('Thanks') })) }, {}, 1],
    ['push', { view: JSON.stringify(modalView([], { title: plainText('More') })) }, {}, 2],
    ['clear', {}, {}, 0],
  ])("[ACT-11] follows the app's answer %s", async (response_action, more, answer, left) => {
    const scout = await startInteractiveServer({
      answerDispatch: ({ payload }) =>
        payload['type'] === 'view_submission' ? { response_action, ...more } : undefined,
    })
    const view_id = await openModal(scout)
    expect(await scout.interact('submit', { view_id, state: textValue('x') })).toEqual(answer)
    expect(await scout.store.db.selectFrom('views').selectAll().execute()).toHaveLength(left)
  })

  test.each([
    ['errors of no field', { response_action: 'errors', errors: { other: 'No.' } }],
    ['an invalid view', { response_action: 'update', view: { type: 'modal' } }],
    ['text that is no view', { response_action: 'update', view: '{"type":"modal"' }],
    ['a home', { response_action: 'push', view: homeView() }],
    ['something else', { response_action: 'explode' }],
  ])('[ACT-2] stays open if the app answers with %s, and the person gets an error', async (_what, answer) => {
    const scout = await startInteractiveServer({
      answerDispatch: ({ payload }) => (payload['type'] === 'view_submission' ? answer : undefined),
    })
    const view_id = await openModal(scout)
    expect(await scout.interact('submit', { view_id, state: textValue('x') })).toMatchObject({
      error: 'invalid_response',
    })
    expect(await scout.store.db.selectFrom('views').selectAll().execute()).toHaveLength(1)
  })

  test('[ACT-11] is not submitted twice at the same time', async () => {
    const scout = await startInteractiveServer({
      answerDispatch: ({ payload }) => (payload['type'] === 'view_submission' ? 'silent' : undefined),
    })
    const view_id = await openModal(scout)
    const first = scout.interact('submit', { view_id, state: textValue('x') })
    await scout.app.until(() => scout.app.dispatches().length === 2)
    expect(await scout.interact('submit', { view_id, state: textValue('x') })).toMatchObject({
      error: 'already_submitting',
    })
    scout.app.ack(scout.app.dispatches()[1]!)
    expect(await first).toEqual({})
  })

  test('[ACT-11] tells an app that asked for it when it is closed, with `all` for the whole stack', async () => {
    const scout = await startInteractiveServer()
    const root = await openModal(scout, modalView([{ ...buttons[0] }], { notify_on_close: true }))
    await scout.interact('press', { view_id: root, action_id: 'go' })
    const { trigger_id, container, view } = await scout.readLastDispatch()
    expect(container).toEqual({ type: 'view', view_id: root })
    expect(view).toMatchObject({ id: root, state: { values: { b: { pick: {} } } } })
    const pushed = await scout.call('views.push', { trigger_id, view: modalView([], { notify_on_close: true }) })
    const before = scout.app.dispatches().length
    await scout.interact('close', { view_id: pushed['view'].id })
    expect(await scout.readLastDispatch()).toMatchObject({
      type: 'view_closed',
      is_cleared: false,
      view: { id: pushed['view'].id, previous_view_id: root },
    })
    await scout.interact('close', { view_id: root, all: true })
    expect(await scout.readLastDispatch()).toMatchObject({ type: 'view_closed', is_cleared: true, view: { id: root } })
    expect(scout.app.dispatches()).toHaveLength(before + 2)
  })

  test('[ACT-1] cannot be used by another person, app or team', async () => {
    const scout = await startInteractiveServer()
    const view_id = await openModal(scout, modalView([{ ...buttons[0] }]))
    for (const [verb, more] of [
      ['press', { action_id: 'go' }],
      ['submit', {}],
      ['close', {}],
    ] as const)
      expect(await scout.interact(verb, { view_id, ...more }, 'U0BEN')).toMatchObject({ error: 'view_not_found' })
    const update = { view_id, view: modalView() }
    expect(await scout.call('views.update', update, 'xoxb-acme-quiet')).toMatchObject({ error: 'not_found' })
    expect(await scout.call('views.update', update, 'xoxb-strict-scout')).toMatchObject({ ok: false })
  })
})

describe('a home', () => {
  test('[ACT-10] is shown to its person, also after changes, and accepts interactions', async () => {
    const scout = await startInteractiveServer()
    const ana = await scout.watchFeed()
    expect(await scout.interact('home', { app_id: 'A0SCOUT', tab: 'home' })).toEqual({ view: null })
    await scout.app.until(() => scout.app.envelopes().length === 1)
    expect(scout.app.envelopes()[0]?.payload['event']).toMatchObject({
      type: 'app_home_opened',
      tab: 'home',
      user: 'U0ANA',
    })
    const view = homeView('Hello', { private_metadata: 'secret', blocks: buttons })
    await scout.call('views.publish', { user_id: 'U0ANA', view })
    const frame = await ana.next((one) => one.type === 'home')
    expect(frame).toMatchObject({ app_id: 'A0SCOUT', view: { type: 'home' } })
    const { view: seen } = await scout.interact('home', { app_id: 'A0SCOUT', tab: 'home' })
    expect(seen.blocks).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toContain('secret')
    await scout.app.until(() => scout.app.envelopes().length === 2)
    expect(scout.app.envelopes()[1]?.payload['event']).toMatchObject({
      view: { id: seen.id, private_metadata: 'secret' },
    })
    expect(await scout.interact('press', { view_id: seen.id, action_id: 'go' })).toEqual({})
    expect(await scout.readLastDispatch()).toMatchObject({ type: 'block_actions', view: { type: 'home' } })
    expect(await scout.interact('home', { app_id: 'A0SCOUT', tab: 'home' }, 'U0BEN')).toEqual({ view: null })
    expect(await scout.interact('home', { app_id: 'A0QUIET', tab: 'home' })).toMatchObject({ error: 'not_enabled' })
    expect(await scout.interact('close', { view_id: seen.id })).toMatchObject({ error: 'view_not_found' })
  })
})
