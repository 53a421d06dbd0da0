import { expect, test } from 'vitest'
import { lookupByEmail } from '#methods/users/lookupByEmail'
import { createApiClient } from '#testing/calls/apiClient'
import { onBothDatabases } from '#testing/database/databases'
import { startServer } from '#testing/server/server'

const file = `
version: 1
teams:
  - id: T1
    name: One
    domain: one
    users:
      - { id: U1, name: eva, email: ÉVA@straße.example, password: first secret }
      - { id: U2, name: ben, email: Ben@one.example, password: second secret }
    channels: [{ id: CGENERAL, name: general, general: true, members: [U1, U2] }]
apps: [{ id: A1, bot_id: B1, bot_user: UBOT, installed_in: [T1], manifest: { display_information: { name: Scout } } }]
tokens: [{ token: xoxb-scout, kind: bot, app: A1, team: T1, scopes: ['users:read', 'users:read.email'] }]
`

onBothDatabases('the e-mail address of somebody', (open) => {
  test.each([
    ['as it is written', 'ÉVA@straße.example'],
    ['in small letters', 'éva@straße.example'],
    ['in another case', 'Éva@Straße.Example'],
    ['with an accent that is a character of its own', 'E\u0301va@straße.example'],
    ['with spaces around it', ' éva@straße.example '],
  ])('[SES-9] signs them in %s', async (_, email) => {
    const server = await startServer({ store: await open(), file, dev: false })
    const signIn = async (password: string) => (await server.request('POST', '/session', { email, password })).status
    expect([await signIn('first secret'), await signIn('second secret')]).toEqual([204, 401])
    const { call } = createApiClient(server.url, server.unexpectedErrors)
    expect(await call(lookupByEmail, { email: email.trim() }, { token: 'xoxb-scout' })).toMatchObject({
      user: { id: 'U1' },
    })
  })
})
