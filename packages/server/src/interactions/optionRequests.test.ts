import { expect, test } from 'vitest'
import { startInteractiveServer, plainText } from '#testing/apps/interactiveServer'

const channel = 'C0HELP'

test('[ACT-6] an app is asked for options, which can then be chosen', async () => {
  const options = [{ text: plainText('Lisbon'), value: 'lis' }]
  const scout = await startInteractiveServer({
    answerDispatch: ({ payload }) => (payload['type'] === 'block_suggestion' ? { options } : undefined),
  })
  const blocks = [{ type: 'actions', block_id: 'b', elements: [{ type: 'external_select', action_id: 'city' }] }]
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks })
  const city = { channel, ts, action_id: 'city' }
  expect(await scout.interact('press', { ...city, value: 'lis' })).toMatchObject({ error: 'invalid_value' })
  expect(await scout.interact('options', { ...city, value: 'Li' })).toEqual({ options })
  expect(await scout.readLastDispatch()).toMatchObject({
    type: 'block_suggestion',
    value: 'Li',
    block_id: 'b',
    action_id: 'city',
  })
  expect(scout.app.dispatches().at(-1)).toMatchObject({ accepts_response_payload: true })
  expect(await scout.interact('press', { ...city, value: 'lis' })).toEqual({})
  expect(await scout.interact('press', { ...city, value: 'lis' }, 'U0BEN')).toMatchObject({ error: 'invalid_value' })
})
