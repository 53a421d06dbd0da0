import { createServer } from 'node:http'
import { InstallProvider } from '@slack/oauth'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createControlClient } from '#testing/control'
import { signInAt } from '#testing/person'
import { createClient, getRefusal, silentLogger } from '#testing/sdk'
import { findFreePort, startAppServer, type Server } from '#testing/server'

test('@slack/oauth installs an app for a person who consents, and its token works', async () => {
  const port = await findFreePort()
  const server = await startAppServer(port)
  const { installer, installed } = await startInstaller(server, port)
  const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')

  await installApp(ana.page, port, 'Post')

  expect(installed).toEqual(['T0ACME'])
  const found = await installer.authorize(acme)
  expect(found.botUserId).toBe('U0POST')
  const client = createClient(server, found.botToken)
  expect(await client.auth.test()).toMatchObject({ team_id: 'T0ACME', user_id: 'U0POST' })
  await client.chat.postMessage({ channel: 'D0ANAPOST', text: 'Thank you for letting me in' })
  await ana.page.goto(`${server.url}/c/D0ANAPOST`)
  await ana.waitForMessage('Thank you for letting me in')
})

test('[APP-8] @slack/oauth refreshes an expired token; a revoked token cannot be refreshed', async () => {
  const port = await findFreePort()
  const server = await startAppServer(port)
  const { installer, clientCredentials } = await startInstaller(server, port, await createRotatingApp(server, port))
  const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
  await installApp(ana.page, port, 'Tern')
  const first = await installer.authorize(acme)
  expect(await createClient(server, first.botToken).auth.test()).toMatchObject({ team_id: 'T0ACME' })

  await createControlClient(server).advanceClock('13h')
  expect((await getRefusal(createClient(server, first.botToken).auth.test())).data.error).toBe('token_expired')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const second = await installer.authorize(acme)
  expect(second.botToken).not.toBe(first.botToken)
  const client = createClient(server, second.botToken)
  const { channel } = await client.conversations.open({ users: 'U0ANA' })
  await client.chat.postMessage({ channel: channel?.id ?? '', text: 'I am still here' })
  await ana.page.goto(`${server.url}/c/${channel?.id}`)
  await ana.waitForMessage('I am still here')

  expect(await client.auth.revoke()).toMatchObject({ ok: true, revoked: true })
  expect((await getRefusal(client.auth.test())).data.error).toBe('token_revoked')
  const renewal = {
    ...clientCredentials,
    grant_type: 'refresh_token' as const,
    refresh_token: second.botRefreshToken ?? '',
  }
  expect((await getRefusal(createClient(server, '').oauth.v2.access(renewal))).data.error).toBe('invalid_refresh_token')
})

const acme = { teamId: 'T0ACME', enterpriseId: undefined, isEnterpriseInstall: false }

/** Visits the app's site as a person and consents. */
async function installApp(page: Page, port: number, app: string) {
  await page.goto(`http://localhost:${port}/slack/install`)
  await page.getByRole('link', { name: 'Add to Slack' }).click()
  await page.getByRole('heading', { name: new RegExp(`^${app} asks .* Acme$`) }).waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('You are in.').waitFor()
}

async function createRotatingApp(server: Server, port: number) {
  const manifest = {
    display_information: { name: 'Tern' },
    features: { bot_user: { display_name: 'Tern' } },
    oauth_config: { redirect_urls: [`http://localhost:${port}`] },
    settings: { token_rotation_enabled: true },
  }
  const response = await fetch(`${server.url}/control/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ manifest }),
  })
  return ((await response.json()) as { app: { clientId: string; clientSecret: string } }).app
}

const postApp = { clientId: '100000000001.100000000002', clientSecret: 'post-client-secret' }

/** Starts an app's site that sends people to the consent page and receives them afterwards. */
async function startInstaller(server: Server, port: number, { clientId, clientSecret } = postApp) {
  const installer = new InstallProvider({
    clientId,
    clientSecret,
    stateSecret: 'a state secret of the app',
    authorizationUrl: `${server.url}/oauth/v2/authorize`,
    clientOptions: { slackApiUrl: server.api },
    logger: silentLogger,
  })
  const installed: (string | undefined)[] = []
  const site = createServer((req, res) => {
    const options = { scopes: ['chat:write', 'im:write'], redirectUri: `http://localhost:${port}/slack/oauth_redirect` }
    if (req.url?.startsWith('/slack/install')) return void installer.handleInstallPath(req, res, {}, options)
    return void installer.handleCallback(req, res, {
      success: ({ team }) => {
        installed.push(team?.id)
        res.end('You are in.')
      },
      failure: (error) => void res.end(`It failed: ${error.message}`),
    })
  })
  await new Promise<void>((done) => site.listen(port, done))
  onTestFinished(() => site.close().closeAllConnections())
  return { installer, installed, clientCredentials: { client_id: clientId, client_secret: clientSecret } }
}
