import { expect, test } from 'vitest'
import { methods } from '#methods/index'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { acmeIds, createAcmeWorkspace } from '#testing/workspace/acme'
import { minimalArgs } from '#testing/calls/minimalArgs'
import { tokenFor } from '#testing/calls/tokens'
import type { Workspace } from '#testing/workspace/workspace'
import { toJournaledAnswer } from './journaledAnswer.ts'

const ana = { team: 'T0ACME', user: 'U0ANA' }

/** What each method that answers a secret is called with, and what the journal may show of it. */
const secretAnswers: Record<string, { args?: (scene: Workspace) => Promise<object>; shown: object }> = {
  'apps.connections.open': { shown: { ok: true, url: '[secret]' } },
  'apps.manifest.create': {
    shown: {
      app_id: expect.stringMatching(/^A/),
      credentials: {
        client_id: expect.stringMatching(/\d/),
        client_secret: '[secret]',
        verification_token: '[secret]',
        signing_secret: '[secret]',
      },
    },
  },
  'files.getUploadURLExternal': { shown: { upload_url: '[secret]', file_id: expect.stringMatching(/^F/) } },
  'oauth.v2.access': {
    args: ({ store }) =>
      createOAuthCode({
        store,
        ...ana,
        scopes: ['chat:write', 'incoming-webhook'],
        userScopes: ['chat:write'],
        webhookChannel: 'C0HELP',
      }),
    shown: {
      access_token: '[secret]',
      token_type: 'bot',
      authed_user: { id: 'U0ANA', access_token: '[secret]' },
      incoming_webhook: { channel_id: 'C0HELP', url: '[secret]' },
    },
  },
  'openid.connect.token': {
    args: ({ store }) => createOAuthCode({ store, ...ana, userScopes: ['openid'] }),
    shown: { access_token: '[secret]', id_token: '[secret]' },
  },
}

test('every method that declares its answer a secret is tried', () => {
  const secret = [...methods.values()].filter((method) => method.secret).map(({ name }) => name)
  expect(Object.keys(secretAnswers).toSorted()).toEqual(secret.toSorted())
})

test.each(Object.entries(secretAnswers))(
  'the journal shows the answer of %s without its secrets',
  async (name, row) => {
    const scene = await createAcmeWorkspace()
    const method = methods.get(name)
    if (!method) throw new Error(`There is no method ${name}.`)
    const context = { ...acmeIds, call: scene.call, store: scene.store, text: 'Hm' }
    const args = row.args ? await row.args(scene) : await minimalArgs(method, context)
    const isOAuth = method.tokens === 'none'
    const options = isOAuth ? ({ token: 'none', as: 'form' } as const) : { token: tokenFor(method, acmeIds) }
    const { body: whole } = await scene.post(method, args, options)

    expect(whole).toMatchObject({ ok: true })
    const [entry] = scene.api.journal?.after(0).slice(-1) ?? []
    expect(entry).toMatchObject({ method: name, ok: true, answer: row.shown })
    const journal = JSON.stringify(scene.api.journal?.after(0))
    for (const secret of secretsIn(whole, entry?.kind === 'call' ? entry.answer : {})) {
      expect(secret.length).toBeGreaterThan(10)
      expect(journal).not.toContain(secret)
    }
  },
)

/** The texts of an answer that the journal does not show. */
function secretsIn(whole: unknown, shown: unknown): string[] {
  if (typeof whole === 'string') return shown === '[secret]' ? [whole] : []
  return Object.entries(Object(whole)).flatMap(([name, value]) => secretsIn(value, Object(shown)[name]))
}

test('an answer keeps its ids and cursors, and the beginnings of its texts and lists', () => {
  const long = {
    view: { id: 'V1', blocks: Array.from({ length: 50 }, (_, i) => ({ text: `${i}` })), title: 'x'.repeat(9000) },
    url: 'https://willow.example/',
    response_metadata: { next_cursor: 'bmV4dA==' },
    text: 'mine is xoxb-acme-scout',
  }
  const short = toJournaledAnswer(JSON.stringify(long), false)
  expect(short).toMatchObject({
    view: { id: 'V1', title: `${'x'.repeat(2000)}…` },
    url: 'https://willow.example/',
    response_metadata: { next_cursor: 'bmV4dA==' },
    text: 'mine is [token]',
  })
  const { blocks } = Object(short['view'])
  expect([blocks.length, blocks.at(-1)]).toEqual([21, '… 30 more'])
  expect(toJournaledAnswer(JSON.stringify(short), false)).toEqual(short)
})
