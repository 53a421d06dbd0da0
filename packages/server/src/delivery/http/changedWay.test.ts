import { describe, expect, test } from 'vitest'
import { saveApp } from '#domain/apps/manage'
import type { Store } from '#store/db'
import { startServerWithHttpApp, waitForQuiet } from '#testing/apps/httpAppServer'
import { connectApp } from '#testing/apps/socketModeClient'

describe('[NOD-4] an event that is on its way while its app changes', () => {
  test('from HTTP to Socket Mode is not sent over a socket too', async () => {
    const { app, store, url, sendMessage, countPending } = await startServerWithHttpApp()
    const answers: (() => void)[] = []
    app.answerWith((response) => answers.push(() => response.end()))
    await sendMessage('Hello')
    await expect.poll(app.messageTexts).toEqual(['Hello'])
    await setSocketMode(store, true)
    const socket = await connectApp(url)
    await sendMessage('Over the socket', 'D0ANASCOUT')
    await socket.until(() => socket.messageTexts().includes('Over the socket'))
    answers.at(-1)?.()
    await expect.poll(countPending).toBe(0)
    expect(socket.messageTexts()).toEqual(['Over the socket'])
  })

  test('from Socket Mode to HTTP is posted when it has failed there', async () => {
    const { app, store, url, sendMessage } = await startServerWithHttpApp({ socketMode: true })
    const socket = await connectApp(url, { acks: false })
    await sendMessage('Hello')
    await socket.until(() => socket.messageTexts().includes('Hello'))
    // Its socket stays open for a moment.
    await setSocketMode(store, false)
    await sendMessage('Posted', 'D0ANASCOUT')
    await expect.poll(app.messageTexts).toContain('Posted')
    expect((await socket.closed).reason).toBe('link_disabled')
    await expect.poll(app.messageTexts).toContain('Hello')
    await waitForQuiet()
    expect(app.messageTexts().toSorted()).toEqual(['Hello', 'Posted'])
    const hello = app.events().find(({ body }) => body['event'].text === 'Hello')
    expect(hello?.headers).toMatchObject({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'connection_failed' })
  })
})

/** Changes the manifest of Scout. */
async function setSocketMode(store: Store, isOn: boolean): Promise<void> {
  const app = store.db.selectFrom('apps').select('manifest').where('id', '=', 'A0SCOUT')
  const { manifest } = await app.executeTakeFirstOrThrow()
  const text = JSON.stringify(manifest).replace(/"socket_mode_enabled":\w+/, `"socket_mode_enabled":${isOn}`)
  await store.write((tx) => saveApp(tx, JSON.parse(text), { team: 'T0ACME', app: 'A0SCOUT' }, 'find'))
}
