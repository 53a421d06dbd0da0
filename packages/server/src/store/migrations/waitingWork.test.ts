import { expect, test } from 'vitest'
import { connectApp, socketUrl } from '#testing/apps/socketModeClient'
import { onOldDatabases } from '#testing/upgrade/oldDatabase'
import { old } from '#testing/upgrade/oldPeople'
import { waiting, waitingRows } from '#testing/upgrade/waitingRows'

/** The first, those that brought or changed a table of what waits, and the last but one. */
const versions = ['0001_start', '0006_events', '0011_views', '0020_pins', '0034_email_keys', '0037_nodes']

onOldDatabases('a database of an earlier version', (startUpgraded) => {
  test.each(versions)('[FLT-8] goes on with what waited in it: %s', async (version) => {
    const { url, errors } = await startUpgraded(version, await waitingRows(Date.now()))
    const has = (migration: string) => version >= migration
    const cookie = `rivulet=${waiting.session}`

    const signedIn = await (await fetch(`${url}/session`, { headers: { cookie } })).json()
    expect(signedIn).toMatchObject({ signed_in: true })
    expect((await post('/session', { email: 'OLGA@old.example', password: waiting.password })).status).toBe(204)

    const address = await socketUrl(url, waiting.appToken)
    const app = await connectApp(url, { address, answerDispatch: () => ({ response_action: 'clear' }) })
    if (has('0006')) {
      await app.until(() => app.messageTexts().includes('Have you tried water?'))
      expect(app.envelopes()[0]).toMatchObject({
        payload: { event_id: waiting.event, event: { text: 'The printer is on fire' } },
        retry_attempt: 1,
        retry_reason: 'timeout',
      })
    }
    if (has('0011')) {
      const state = { what: { said: 'Smoke' } }
      expect((await post('/act/submit', { view_id: waiting.view, state }, { cookie })).status).toBe(200)
      expect(app.dispatches()).toMatchObject([
        { payload: { type: 'view_submission', view: { id: waiting.view, callback_id: 'report' } } },
      ])
      // The app closed it.
      expect((await post('/act/submit', { view_id: waiting.view, state }, { cookie })).status).toBe(400)
    }
    if (has('0020')) {
      const authorization = `Bearer ${old.token}`
      const newest = async () =>
        (await post('/api/conversations.history', { channel: old.channel, limit: 1 }, { authorization })).json()
      await expect
        .poll(newest, { timeout: 30_000 })
        .toMatchObject({ messages: [{ text: waiting.scheduled, app_id: 'A0OLD' }] })
    }
    expect(errors).toEqual([])

    function post(path: string, body: object, headers: Record<string, string> = {}) {
      const type = { 'content-type': 'application/json' }
      return fetch(url + path, { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) })
    }
  })
})
