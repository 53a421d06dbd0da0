import { expect, test } from 'vitest'
import { hashToken } from '#domain/ids'
import { test as authTest } from '#methods/auth/test'
import { listDueDeliveries } from '#delivery/outbox/dueDeliveries'
import { findExecutionOfMessage, tokenOfExecution } from '#domain/apps/functions'
import { postMessage } from '#methods/chat/postMessage'
import { completeSuccess } from '#methods/functions/completeSuccess'
import { startDouble } from '#testing/apps/functions'
import { createSubscribedApp, recordNext } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'

onBothDatabases('a function of an app', (open) => {
  test('[FUN-1, FUN-2] reaches the app with its inputs and a token, which can end it', async () => {
    const scene = await createSubscribedApp(open, { events: ['function_executed'] })
    const id = await startDouble(scene)
    await recordNext(scene.store, 'T0ACME')
    const [delivery, ...more] = await listDueDeliveries(scene.store.db, 'A0SCOUT', 10)
    expect(more).toEqual([])
    expect(delivery?.event).toMatchObject({
      type: 'function_executed',
      function: { callback_id: 'double', title: 'Double', input_parameters: [{ name: 'number', is_required: true }] },
      inputs: { number: 2 },
      function_execution_id: id,
    })
    const token = String(delivery?.event['bot_access_token'])
    expect(JSON.stringify(await scene.takeEvents()), '[KEY-2]').not.toContain(token)
    expect(await scene.call(authTest, {}, { token })).toMatchObject({ ok: true, user: 'scout' })
    const args = { function_execution_id: id, outputs: { result: 4 } }
    expect(await scene.call(completeSuccess, args, { token })).toMatchObject({ ok: true })
  })

  test('[FUN-6] owns what is posted with its token while that is valid, and nothing else', async () => {
    const scene = await createSubscribedApp(open, { events: ['function_executed'] })
    const id = await startDouble(scene)
    const { store } = scene
    const token = await tokenOfExecution(store.db, 'A0SCOUT', 'T0ACME', id)
    const post = async (options: object) =>
      String((await scene.call(postMessage, { channel: 'C0HELP', text: 'x' }, options))['ts'])
    const find = (ts: string) => findExecutionOfMessage(store.db, { team_id: 'T0ACME', id: 'C0HELP' }, ts)
    const own = await post({ token })
    expect(await find(own)).toMatchObject({ id, app_id: 'A0SCOUT', callback_id: 'double', inputs: { number: 2 } })
    expect(await find(await post({}))).toBeUndefined()
    expect(await findExecutionOfMessage(store.db, { team_id: 'T0OTHER', id: 'C0HELP' }, own)).toBeUndefined()
    store.db.clock.advance(24 * 3_600_000)
    expect(await find(own)).toBeUndefined()
  })

  test('[FUN-2] gets no scope that the manifest has asked for since the installation', async () => {
    const scene = await createSubscribedApp(open, { events: ['function_executed'] })
    const more = { oauth_config: { scopes: { bot: ['chat:write', 'groups:write'] } } }
    const id = await startDouble(scene, { number: 2 }, more)
    const token = hashToken(await tokenOfExecution(scene.store.db, 'A0SCOUT', 'T0ACME', id))
    const row = await scene.store.db.selectFrom('tokens').select('scopes').where('hash', '=', token).executeTakeFirst()
    expect(row).toEqual({ scopes: ['chat:write'] })
  })

  test('[FUN-1] is not run without what it requires', async () => {
    const scene = await createSubscribedApp(open, { events: ['function_executed'] })
    await expect(startDouble(scene, {})).rejects.toThrow('number is required')
    expect(await scene.takeEvents()).toEqual([])
  })
})
