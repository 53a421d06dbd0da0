import { expect, test } from 'vitest'
import { tokenOfExecution } from '#domain/apps/functions'
import { startDouble } from '#testing/apps/functions'
import { buttons, plainText, startInteractiveServer } from '#testing/apps/interactiveServer'

const channel = 'C0HELP'

test('[FUN-6] a press on a message of a run says which run, and has a token that can end it', async () => {
  const scout = await startInteractiveServer()
  const id = await startDouble(scout)
  const token = await tokenOfExecution(scout.store.db, 'A0SCOUT', 'T0ACME', id)
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons }, token)
  await scout.interact('press', { channel, ts, action_id: 'go' })
  expect(await scout.readLastDispatch()).toMatchObject({
    function_data: { execution_id: id, function: { callback_id: 'double' }, inputs: { number: 2 } },
    bot_access_token: token,
  })
  const { interactivity, trigger_id: trigger } = await scout.readLastDispatch()
  const interactor = { id: 'U0ANA', secret: expect.any(String) }
  expect(interactivity).toEqual({ interactor, interactivity_pointer: trigger })
  const view = { type: 'modal', title: plainText('How?'), blocks: [{ type: 'divider' }] }
  const opened = await scout.call(
    'views.open',
    { interactivity_pointer: interactivity.interactivity_pointer, view },
    token,
  )
  expect(opened).toMatchObject({ ok: true })
  const entries = (await scout.request('GET', '/control/journal')).body['entries']
  expect(JSON.stringify(entries.filter(({ kind }: { kind: string }) => kind === 'interaction'))).not.toContain(token)
})

test('[FUN-6] a press on any other message says nothing of a run', async () => {
  const scout = await startInteractiveServer()
  await startDouble(scout)
  const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
  await scout.interact('press', { channel, ts, action_id: 'go' })
  const payload = await scout.readLastDispatch()
  expect(Object.keys(payload)).not.toContain('function_data')
  expect(Object.keys(payload)).not.toContain('bot_access_token')
  expect(Object.keys(payload)).not.toContain('interactivity')
})
