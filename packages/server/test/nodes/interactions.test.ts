import { describe, expect, test } from 'vitest'
import { interactiveAppFile, modalView, plainText, textField } from '#testing/apps/interactiveServer'
import { connectApp } from '#testing/apps/socketModeClient'
import { postgres } from '#testing/database/postgres'
import { act, call, createNodes } from '#testing/nodes/nodes'
import { scoutFile } from '#testing/workspace/scout'

const channel = 'C0HELP'

describe.skipIf(!postgres)('what a person does with an app at two nodes', () => {
  test('[ACT-6, NOD-6] options that an app offered through one node can be chosen at another', async () => {
    const { launch, unexpectedErrors } = await createNodes(interactiveAppFile())
    const [first, second] = [await launch(), await launch()]
    const options = [{ text: plainText('Lisbon'), value: 'lis' }]
    // The app has its socket at the second node, and Ana types at the first.
    const app = await connectApp(second.url, {
      answerDispatch: ({ payload }) => (payload['type'] === 'block_suggestion' ? { options } : undefined),
    })
    const blocks = [{ type: 'actions', block_id: 'b', elements: [{ type: 'external_select', action_id: 'city' }] }]
    const { ts } = await call(first, 'chat.postMessage', { channel, text: 'x', blocks })
    const city = { channel, ts, action_id: 'city' }
    expect(await act(first, 'options', { ...city, value: 'Li' })).toEqual({ options })
    for (const node of [second, first]) {
      expect(await act(node, 'press', { ...city, value: 'lis' })).toEqual({})
      expect(app.dispatches().at(-1)?.payload).toMatchObject({ actions: [{ selected_option: options[0] }] })
      expect(await act(node, 'press', { ...city, value: 'lis', user: 'U0BEN' })).toMatchObject({
        error: 'invalid_value',
      })
    }
    expect(unexpectedErrors).toEqual([])
  })

  test('[ACT-11] a modal that is submitted at both at the same time is submitted once', async () => {
    const { launch, unexpectedErrors } = await createNodes(interactiveAppFile())
    const nodes = [await launch(), await launch()]
    const apps = await Promise.all(
      nodes.map((node) =>
        connectApp(node.url, {
          answerDispatch: ({ payload }) => (payload['type'] === 'view_submission' ? 'silent' : undefined),
        }),
      ),
    )
    const submissions = () =>
      apps.flatMap((app) => app.dispatches().filter(({ payload }) => payload['type'] === 'view_submission'))
    await act(nodes[0]!, 'shortcut', { app_id: 'A0SCOUT', callback_id: 'note' })
    const { trigger_id } = apps.flatMap((app) => app.dispatches())[0]!.payload
    const { view } = await call(nodes[0]!, 'views.open', { trigger_id, view: modalView([textField('f')]) })
    const submission = { view_id: view.id, state: { f: { text: 'x' } } }
    const answers = await Promise.all(nodes.map((node) => act(node, 'submit', submission)))
    // The app does not answer, so the other one waits for it in vain.
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['already_submitting', 'operation_timeout']))
    expect(submissions()).toHaveLength(1)
    expect(await act(nodes[1]!, 'submit', submission)).toMatchObject({ error: 'operation_timeout' })
    expect(submissions()).toHaveLength(2)
    expect(unexpectedErrors).toEqual([])
  })
})

test.skipIf(!postgres)('[ORD 19] the messages that are written through two nodes are limited together', async () => {
  const file = JSON.parse(scoutFile())
  file.teams[0].policies = { ...file.teams[0].policies, message_limit: 3 }
  const { launch } = await createNodes(JSON.stringify(file))
  const [first, second] = [await launch(), await launch()]
  const outcomes = []
  for (const node of [first, second, first, second, first])
    outcomes.push((await call(node, 'chat.postMessage', { channel, text: 'x' }))['error'])
  const over = 'message_limit_exceeded'
  expect(outcomes).toEqual([undefined, undefined, undefined, over, over])
})
