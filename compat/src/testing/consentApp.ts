import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Server } from './server.ts'

/** Creates an app with a redirect URL of its own. `callbacks` are the requests that came back from the consent page. */
export async function createConsentApp({ url }: Server) {
  const callbacks: URL[] = []
  const http = createServer((req, res) => {
    const address = new URL(req.url ?? '', 'http://localhost')
    if (address.pathname === '/back') callbacks.push(address)
    res.setHeader('content-type', 'text/html').end('<h1>Back at Heron</h1>')
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  const redirectUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}/back`
  const manifest = {
    display_information: { name: 'Heron', description: 'Waits at the water and tells what comes by.' },
    features: { bot_user: { display_name: 'Heron' } },
    oauth_config: { redirect_urls: [redirectUrl] },
  }
  const response = await fetch(`${url}/control/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ manifest }),
  })
  const { app } = (await response.json()) as { app: { clientId: string; clientSecret: string } }
  const query = { scope: 'chat:write,im:history', user_scope: 'chat:write', state: 'a state', client_id: app.clientId }
  return { consentUrl: `${url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`, callbacks, app }
}
