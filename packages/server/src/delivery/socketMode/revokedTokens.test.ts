import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { deleteApp } from '#domain/apps/manage'
import { revokeNamedToken } from '#domain/access/listTokens'
import { revoke } from '#methods/auth/revoke'
import { connectApp, socketUrl } from '#testing/apps/socketModeClient'
import { startSocketServer } from '#testing/apps/socketServer'
import { createApiClient } from '#testing/calls/apiClient'
import { onBothDatabases } from '#testing/database/databases'
import { appToken } from '#testing/workspace/scout'

const disabled = { code: 4010, reason: 'link_disabled' }

onBothDatabases('the socket of an app', (open) => {
  type Server = Awaited<ReturnType<typeof startSocketServer>>
  const ways: [string, (server: Server) => Promise<unknown>][] = [
    [
      'revokes its token itself',
      ({ url, unexpectedErrors }) => createApiClient(url, unexpectedErrors).call(revoke, {}, { token: appToken }),
    ],
    ['has its token revoked by an operator', ({ store }) => store.write((tx) => revokeNamedToken(tx, appToken, {}))],
    [
      'is removed',
      ({ store }) =>
        store.write((tx) => tx.updateTable('apps').set({ removed: true }).where('id', '=', 'A0SCOUT').execute()),
    ],
  ]

  test.each(ways)('[EVT-7] closes when the app %s, and a ticket from before opens none', async (_, end) => {
    const server = await startSocketServer({ store: await open() })
    const app = await connectApp(server.url)
    const address = await socketUrl(server.url)

    await end(server)

    const late = new WebSocket(address)
    onTestFinished(() => late.terminate())
    const [refused] = await Promise.race([once(late, 'error'), once(late, 'open').then(() => ['opened'])])
    expect(String(refused)).toContain('401')
    expect(await app.closed).toEqual(disabled)
    expect(app.frames.at(-1)).toMatchObject({ type: 'disconnect', reason: 'link_disabled' })
  })

  test('[EVT-7, EVT-11] closes when the app is uninstalled everywhere, once the app was told', async () => {
    const server = await startSocketServer({ store: await open(), events: ['app_uninstalled'] })
    await server.store.write((tx) => tx.deleteFrom('installations').where('team_id', '!=', 'T0ACME').execute())
    const app = await connectApp(server.url)

    await server.store.write((tx) => deleteApp(tx, { team: 'T0ACME', app: 'A0SCOUT' }))

    expect(await app.closed).toEqual(disabled)
    expect(app.envelopes().map(({ payload }) => Reflect.get(Object(payload['event']), 'type'))).toContain(
      'app_uninstalled',
    )
    // It may wait for somebody who installs it.
    const again = await connectApp(server.url)
    await server.request('POST', '/control/clock', { advance: '1s' })
    await server.request('POST', '/control/clock', { advance: '1s' })
    expect(again.socket.readyState).toBe(WebSocket.OPEN)
  })
})
