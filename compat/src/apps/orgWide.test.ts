import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { boltVersions, createBoltApp } from '#testing/bolt'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

/** An app that is installed for a whole enterprise, with an org-wide token alone. */
const workspace = `
version: 1
enterprises: [{ id: E0GLOBEX, name: Globex }]
teams:
  - id: T0ONE
    name: One
    domain: one
    enterprise: E0GLOBEX
    users: [{ id: U0ANA, name: ana }]
    channels: [{ id: C0GENERAL, name: general, general: true, members: [U0ANA, A0ECHO] }]
  - { id: T0TWO, name: Two, domain: two, enterprise: E0GLOBEX, users: [{ id: U0ZOE, name: zoe }] }
apps:
  - id: A0ECHO
    bot_id: B0ECHO
    bot_user: U0ECHO
    installed_in: [T0ONE, T0TWO]
    manifest:
      display_information: { name: Echo }
      settings:
        socket_mode_enabled: true
        event_subscriptions: { bot_events: [message.channels] }
tokens:
  - { token: xoxb-acme-echo, kind: org, app: A0ECHO, enterprise: E0GLOBEX, scopes: &all ['channels:history', 'channels:read', 'chat:write', 'users:read'] }
  - { token: xapp-acme-echo, kind: app, app: A0ECHO, scopes: ['connections:write'] }
  - { token: xoxp-ana, kind: user, app: A0ECHO, team: T0ONE, user: U0ANA, scopes: *all }
`

async function startOrgServer() {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-org-'))
  onTestFinished(() => rm(home, { recursive: true }))
  await writeFile(join(home, 'org.yaml'), workspace)
  return startServer({ workspace: join(home, 'org.yaml') })
}

describe.each(boltVersions)('[TOK] %s with an org-wide token', (_version, Bolt) => {
  test('does not answer itself, and looks people up in every team', async () => {
    const server = await startOrgServer()
    const app = createBoltApp(server, 'echo', Bolt)
    const seen: object[] = []
    app.message(async ({ message, say, client, body, context }) => {
      if (message.subtype !== undefined) return
      const { user } = await client.users.info({ user: message.user ?? '' })
      seen.push({ user: user?.name, authorizations: body['authorizations'], enterprise: context.isEnterpriseInstall })
      await say(`You wrote: ${message.text}`)
    })
    await app.start()
    await createClient(server, 'xoxp-ana').chat.postMessage({ channel: 'C0GENERAL', text: 'hello' })

    const client = createClient(server, 'xoxb-acme-echo')
    const texts = async () =>
      (await client.conversations.history({ channel: 'C0GENERAL' })).messages?.map((m) => m.text)
    await expect.poll(texts).toEqual(['You wrote: hello', 'hello'])
    await createClient(server, 'xoxp-ana').chat.postMessage({ channel: 'C0GENERAL', text: 'bye' })
    await expect.poll(texts).toEqual(['You wrote: bye', 'bye', 'You wrote: hello', 'hello'])
    const authorization = {
      enterprise_id: 'E0GLOBEX',
      team_id: 'T0ONE',
      user_id: 'U0ECHO',
      is_enterprise_install: true,
    }
    expect(seen).toMatchObject(
      Array.from({ length: 2 }, () => ({ user: 'ana', authorizations: [authorization], enterprise: true })),
    )
    expect(await client.users.info({ user: 'U0ZOE' })).toMatchObject({ user: { team_id: 'T0TWO' } })
    const { members } = await client.users.list({ team_id: 'T0TWO' })
    expect(members?.map(({ id }) => id)).toEqual(['USLACKBOT', 'U0ECHO', 'U0ZOE'])
    expect(await client.auth.test()).toMatchObject({ user_id: 'U0ECHO', user: 'echo', is_enterprise_install: true })
  })
})
