import { createServer } from 'node:http'
import { InstallProvider } from '@slack/oauth'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { controlOf } from '#testing/control'
import { aPerson } from '#testing/person'
import { clientOf, refusalOf, silent } from '#testing/sdk'
import { aFreePort, anAppServer, type Server } from '#testing/server'

test('@slack/oauth installs an app for a person who agrees, and its token works', async () => {
  const port = await aFreePort()
  const server = await anAppServer(port)
  const { installer, installed } = await anInstaller(server, port)
  const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')

  await letIn(ana.page, port, 'Post')

  expect(installed).toEqual(['T0ACME'])
  const found = await installer.authorize(acme)
  expect(found.botUserId).toBe('U0POST')
  const client = clientOf(server, found.botToken)
  expect(await client.auth.test()).toMatchObject({ team_id: 'T0ACME', user_id: 'U0POST' })
  await client.chat.postMessage({ channel: 'D0ANAPOST', text: 'Thank you for letting me in' })
  await ana.page.goto(`${server.url}/c/D0ANAPOST`)
  await ana.reads('Thank you for letting me in')
})

test('[APP-8] @slack/oauth renews a token that expires, and what is revoked is renewed no more', async () => {
  const port = await aFreePort()
  const server = await anAppServer(port)
  const { installer, proof } = await anInstaller(server, port, await aRotatingApp(server, port))
  const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')
  await letIn(ana.page, port, 'Tern')
  const first = await installer.authorize(acme)
  expect(await clientOf(server, first.botToken).auth.test()).toMatchObject({ team_id: 'T0ACME' })

  await controlOf(server).advance('13h')
  expect((await refusalOf(clientOf(server, first.botToken).auth.test())).data.error).toBe('token_expired')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const second = await installer.authorize(acme)
  expect(second.botToken).not.toBe(first.botToken)
  const client = clientOf(server, second.botToken)
  const { channel } = await client.conversations.open({ users: 'U0ANA' })
  await client.chat.postMessage({ channel: channel?.id ?? '', text: 'I am still here' })
  await ana.page.goto(`${server.url}/c/${channel?.id}`)
  await ana.reads('I am still here')

  expect(await client.auth.revoke()).toMatchObject({ ok: true, revoked: true })
  expect((await refusalOf(client.auth.test())).data.error).toBe('token_revoked')
  const renewal = { ...proof, grant_type: 'refresh_token' as const, refresh_token: second.botRefreshToken ?? '' }
  expect((await refusalOf(clientOf(server, '').oauth.v2.access(renewal))).data.error).toBe('invalid_refresh_token')
})

const acme = { teamId: 'T0ACME', enterpriseId: undefined, isEnterpriseInstall: false }

/** Somebody comes to the app's site, and agrees. */
async function letIn(page: Page, port: number, app: string) {
  await page.goto(`http://localhost:${port}/slack/install`)
  await page.getByRole('link', { name: 'Add to Slack' }).click()
  await page.getByRole('heading', { name: new RegExp(`^${app} asks .* Acme$`) }).waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('You are in.').waitFor()
}

async function aRotatingApp(server: Server, port: number) {
  const manifest = {
    display_information: { name: 'Tern' },
    features: { bot_user: { display_name: 'Tern' } },
    oauth_config: { redirect_urls: [`http://localhost:${port}`] },
    settings: { token_rotation_enabled: true },
  }
  const made = await fetch(`${server.url}/control/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ manifest }),
  })
  return ((await made.json()) as { app: { clientId: string; clientSecret: string } }).app
}

const post = { clientId: '100000000001.100000000002', clientSecret: 'post-client-secret' }

/** A site that sends people to the consent page and takes them back. */
async function anInstaller(server: Server, port: number, { clientId, clientSecret } = post) {
  const installer = new InstallProvider({
    clientId,
    clientSecret,
    stateSecret: 'a state secret of the app',
    authorizationUrl: `${server.url}/oauth/v2/authorize`,
    clientOptions: { slackApiUrl: server.api },
    logger: silent,
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
  return { installer, installed, proof: { client_id: clientId, client_secret: clientSecret } }
}
