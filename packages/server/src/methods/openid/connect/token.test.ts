import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findKey, toPublicKey } from '#domain/oauth/idToken'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { onBothDatabases } from '#testing/database/databases'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { token } from './token.ts'
import { userInfo } from './userInfo.ts'

const ana = { team: 'T0ACME', user: 'U0ANA', scopes: [] }
const anonymous = { token: 'none', as: 'form' } as const
const signIn = ({ store }: Workspace, userScopes = ['openid', 'email', 'profile']) =>
  createOAuthCode({ store, ...ana, userScopes })

function claimsOf(idToken: string | undefined) {
  const [header = '', claims = '', signature = ''] = (idToken ?? '').split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header: read(header), claims: read(claims), signed: `${header}.${claims}`, signature }
}

onBothDatabases('openid.connect.token', (open) => {
  test('[APP-20, APP-21] returns who signed in, signed with the key of the server', async () => {
    const scene = await createWorkspace({ store: await open() })
    const args = await signIn(scene)
    await scene.store.write((tx) => tx.updateTable('oauth_codes').set({ nonce: 'n-0S6' }).execute())
    const answer = await scene.call(token, args, anonymous)
    expect(answer).toMatchObject({ ok: true, token_type: 'Bearer', access_token: expect.stringMatching(/^xoxp-/) })
    const { header, claims, signed, signature } = claimsOf(answer.id_token)
    expect(claims).toMatchObject({
      iss: scene.url,
      aud: args.client_id,
      sub: 'U0ANA',
      nonce: 'n-0S6',
      email: 'ana@acme.example',
      name: 'Ana Lima',
      given_name: 'Ana',
      'https://slack.com/team_id': 'T0ACME',
      picture: expect.stringContaining(`${scene.url}/pictures/`),
    })
    expect(claims.exp - claims.iat).toBe(300)
    const key = toPublicKey((await findKey(scene.store.db))!)
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: key.kid })
    expect(key).not.toHaveProperty('d')
    const verified = verify(
      'RSA-SHA256',
      Buffer.from(signed),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    )
    expect(verified).toBe(true)
    const { ok: _ok, ...info } = await scene.call(userInfo, {}, { token: answer.access_token ?? '' })
    expect(claims).toMatchObject(info)
  })
})

describe('openid.connect.token', () => {
  test('[APP-20] without the scopes it says only who it is', async () => {
    const scene = await createWorkspace()
    const answer = await scene.call(token, await signIn(scene, ['openid']), anonymous)
    const { claims } = claimsOf(answer.id_token)
    expect(claims).not.toHaveProperty('email')
    expect(claims).not.toHaveProperty('name')
    expect(claims).not.toHaveProperty('nonce')
    expect(claims.sub).toBe('U0ANA')
  })

  test('[APP-21] the key stays', async () => {
    const scene = await createWorkspace()
    const kids = []
    for (const _ of [1, 2])
      kids.push(claimsOf((await scene.call(token, await signIn(scene), anonymous)).id_token).header.kid)
    expect(kids[0]).toBe(kids[1])
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof token> = {
    invalid_client_id: { args: { client_id: '1.2' }, detail: 'client id' },
    bad_client_secret: { args: { client_secret: 'wrong' }, prepare: signIn, detail: '' },
    invalid_code: { args: {}, prepare: (scene) => signIn(scene, ['chat:write']), detail: 'openid' },
    code_already_used: {
      args: {},
      detail: '',
      prepare: async (scene) => {
        const args = await signIn(scene)
        // [APP-22] The second time writes what is revoked.
        for (let i = 0; i < 2; i++) await scene.call(token, args, anonymous)
        return args
      },
    },
    bad_redirect_uri: { args: { redirect_uri: 'https://evil.example/' }, prepare: signIn, detail: 'redirect_uri' },
    invalid_code_verifier: { args: { code_verifier: 'x' }, prepare: signIn, detail: 'code_verifier' },
    invalid_grant_type: { args: { grant_type: 'password' }, prepare: signIn, detail: 'password' },
    invalid_refresh_token: { args: { grant_type: 'refresh_token', refresh_token: 'x' }, prepare: signIn, detail: '' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, { args, prepare, ...call }) =>
    expectRefusal(token, error, {
      ...call,
      ...anonymous,
      args: {},
      prepare: async (scene) => ({ ...(await prepare?.(scene)), ...args }),
    }),
  )
})
