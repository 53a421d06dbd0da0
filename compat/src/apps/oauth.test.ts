import { createServer } from 'node:http'
import { InstallProvider } from '@slack/oauth'
import { expect, onTestFinished, test } from 'vitest'
import { aPerson } from '#testing/person'
import { clientOf, silent } from '#testing/sdk'
import { aFreePort, anAppServer, type Server } from '#testing/server'

test('@slack/oauth installs an app for a person who agrees, and its token works', async () => {
  const port = await aFreePort()
  const server = await anAppServer(port)
  const { installer, installed } = await anInstaller(server, port)
  const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')

  await ana.page.goto(`http://localhost:${port}/slack/install`)
  await ana.page.getByRole('link', { name: 'Add to Slack' }).click()
  await ana.page.getByRole('heading', { name: /^Post asks .* Acme$/ }).waitFor()
  await ana.page.getByRole('button', { name: 'Allow' }).click()
  await ana.page.getByText('You are in.').waitFor()

  expect(installed).toEqual(['T0ACME'])
  const found = await installer.authorize({ teamId: 'T0ACME', enterpriseId: undefined, isEnterpriseInstall: false })
  expect(found.botUserId).toBe('U0POST')
  const client = clientOf(server, found.botToken)
  expect(await client.auth.test()).toMatchObject({ team_id: 'T0ACME', user_id: 'U0POST' })
  await client.chat.postMessage({ channel: 'D0ANAPOST', text: 'Thank you for letting me in' })
  await ana.page.goto(`${server.url}/c/D0ANAPOST`)
  await ana.reads('Thank you for letting me in')
})

/** A site that sends people to the consent page and takes them back. */
async function anInstaller(server: Server, port: number) {
  const installer = new InstallProvider({
    clientId: '100000000001.100000000002',
    clientSecret: 'post-client-secret',
    stateSecret: 'a state secret of the app',
    authorizationUrl: `${server.url}/oauth/v2/authorize`,
    clientOptions: { slackApiUrl: server.api },
    logger: silent,
  })
  const installed: (string | undefined)[] = []
  const site = createServer((req, res) => {
    const options = { scopes: ['chat:write'], redirectUri: `http://localhost:${port}/slack/oauth_redirect` }
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
  return { installer, installed }
}
