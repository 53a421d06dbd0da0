import { describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'

const manifest = {
  display_information: { name: 'Owl' },
  features: { bot_user: { display_name: 'Owl' } },
  oauth_config: {
    redirect_urls: ['https://owl.example/slack'],
    scopes: { bot: ['incoming-webhook', 'chat:write', 'channels:history'] },
  },
}
const file = JSON.stringify({
  version: 1,
  teams: [
    {
      id: 'T0A',
      name: 'Acme',
      domain: 'acme',
      users: [
        { id: 'U0A', name: 'ana' },
        { id: 'U0B', name: 'ben' },
      ],
      channels: [
        { id: 'C0ALERTS', name: 'alerts', members: ['U0A'] },
        { id: 'C0NEWS', name: 'news', members: ['U0A'], posting: 'read_only' },
        { id: 'C0OURS', name: 'ours', kind: 'private', members: ['U0A'] },
        { id: 'C0OLD', name: 'old', members: ['U0A'], archived: true },
      ],
    },
    { id: 'T0B', name: 'Bolt', domain: 'bolt', users: [{ id: 'U0C', name: 'cy' }] },
  ],
  apps: [{ id: 'A0OWL', client_id: '1.2', client_secret: 'hush', installed_in: [], manifest }],
})
const query = { client_id: '1.2', redirect_uri: 'https://owl.example/slack' }

/** Starts a server, and installs Owl with a webhook in this channel, as a person does in a browser. */
async function createHook(channel = 'C0ALERTS', user = 'U0A') {
  const server = await startServer({ file })
  const signedIn = await server.request('POST', '/session', { team: 'T0A', user })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const shown = await server.request('GET', `/oauth/v2/consent?${new URLSearchParams(query)}`, undefined, { cookie })
  const decision = { asked: query, agree: true, webhook_channel: channel }
  const decided = await server.request('POST', '/oauth/v2/consent', decision, { cookie })
  const code = new URL(decided.body['go'] ?? 'x:').searchParams.get('code') ?? ''
  const body = new URLSearchParams({ ...query, client_secret: 'hush', code })
  const exchanged = await fetch(`${server.url}/api/oauth.v2.access`, { method: 'POST', body })
  const tokens = (await exchanged.json()) as Record<string, any>
  const url = String(tokens['incoming_webhook']?.url)
  const send = async (
    given: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
    to = url,
  ) => {
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    const answer = await fetch(to, { method: 'POST', headers, body: text })
    return { status: answer.status, word: await answer.text(), type: answer.headers.get('content-type') }
  }
  const messages = () =>
    server.store.db.selectFrom('messages').selectAll().where('user_id', '=', 'U0OWL').orderBy('ts').execute()
  const administrate = (path: string, given: object) => server.request('POST', path, given)
  return { ...server, shown: shown.body, decided, tokens, url, send, messages, administrate }
}

describe('an incoming webhook', () => {
  test('[HOOK-1] is created for the channel that a person chooses, and only its hash is stored', async () => {
    const { shown, tokens, url, store } = await createHook('C0OURS')
    expect(shown['webhook_channels']).toEqual([
      { id: 'C0ALERTS', name: 'alerts' },
      { id: 'C0NEWS', name: 'news' },
      { id: 'C0OURS', name: 'ours' },
    ])
    expect(tokens['incoming_webhook']).toEqual({
      channel: '#ours',
      channel_id: 'C0OURS',
      configuration_url: expect.stringMatching(/\/services\/B\w+$/),
      url: expect.stringMatching(/\/services\/T0A\/B\w+\/[\w-]{43}$/),
    })
    const rows = JSON.stringify(await store.db.selectFrom('webhooks').selectAll().execute())
    expect(rows).not.toContain(url.split('/').at(-1))
  })

  test.each([
    ['a private channel of others', 'C0OURS', 'U0B'],
    ['an archived channel', 'C0OLD', 'U0A'],
    ['no channel', '', 'U0A'],
  ])('[HOOK-1] is not created for %s', async (_what, channel, user) => {
    const { decided, shown } = await createHook(channel, user)
    expect(decided).toMatchObject({ status: 400, body: { error: 'channel_not_found' } })
    expect(JSON.stringify(shown['webhook_channels'])).not.toContain('C0OLD')
  })

  test('[HOOK-2] posts text, blocks and attachments as the app, which is not in the channel', async () => {
    const { send, messages } = await createHook('C0OURS')
    const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'Hi' } }]
    expect(await send({ text: 'One *two*', channel: '#news', username: 'Boss', icon_emoji: ':x:' })).toEqual({
      status: 200,
      word: 'ok',
      type: 'text/plain; charset=utf-8',
    })
    await send({ blocks, attachments: [{ color: 'good', text: 'Attached' }] })
    const [first, second] = await messages()
    expect(first).toMatchObject({ channel_id: 'C0OURS', text: 'One *two*', app_id: 'A0OWL', username: null })
    expect(second).toMatchObject({ blocks: [{ type: 'header' }], attachments: [{ id: 1, text: 'Attached' }] })
    await send({ text: 'Reply', thread_ts: first!.ts })
    expect((await messages()).at(-1)).toMatchObject({ text: 'Reply', thread_ts: first!.ts })
  })

  test('[HOOK-2] takes JSON and forms, whatever the content type says', async () => {
    const { send, messages } = await createHook()
    const form = new URLSearchParams({ payload: JSON.stringify({ text: 'form & more' }) }).toString()
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [body, headers] of [
      [form, asForm],
      ['{"text":"json"}', asForm],
      ['{"text":"text"}', { 'content-type': 'text/plain' }],
    ] as const)
      expect(await send(body, headers)).toMatchObject({ status: 200, word: 'ok' })
    expect((await messages()).map(({ text }) => text)).toEqual(['form & more', 'json', 'text'])
  })

  test.each([
    ['not JSON', '{', 400, 'invalid_payload'],
    ['nothing', '', 400, 'invalid_payload'],
    ['a list', '[]', 400, 'invalid_payload'],
    ['a text that is an object', { text: {} }, 400, 'invalid_payload'],
    ['no text', {}, 400, 'no_text'],
    ['a long text', { text: 'x'.repeat(40_001) }, 400, 'msg_too_long'],
    ['a bad block', { blocks: [{ type: 'nope' }] }, 400, 'invalid_blocks'],
    ['a bad attachment', { attachments: [{ text: [] }] }, 400, 'invalid_attachments'],
    [
      '101 attachments',
      { attachments: Array.from({ length: 101 }, () => ({ text: 'x' })) },
      400,
      'too_many_attachments',
    ],
    ['a deleted root', { text: 'x', thread_ts: 'x' }, 400, 'invalid_thread_ts'],
    ['two megabytes', { text: 'x'.repeat(2_000_000) }, 413, 'invalid_payload'],
  ])('[HOOK-3] refuses %s', async (_what, body, status, word) => {
    const { send, messages } = await createHook()
    expect(await send(body)).toMatchObject({ status, word })
    expect(await messages()).toEqual([])
  })

  test('[MSG-31] refuses a message that is too large as a whole', async () => {
    const { send, messages } = await createHook()
    const text = { type: 'text', text: 'x'.repeat(60_000) }
    const block = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [text] }] }
    expect(await send({ blocks: [block, block] })).toMatchObject({ status: 400, word: 'msg_blocks_too_long' })
    expect(await send({ text: 'x'.repeat(39_000), blocks: [block] })).toMatchObject({ word: 'ok' })
    expect(await send({ text: 'x'.repeat(40_001) })).toMatchObject({ status: 400, word: 'msg_too_long' })
    expect(await messages()).toHaveLength(1)
  })

  test('[HOOK-3] has a word for every place where it cannot post', async () => {
    const { send, url, store } = await createHook()
    const [, , , , team, id, secret] = url.split('/')
    const at = (...parts: (string | undefined)[]) =>
      send({ text: 'x' }, undefined, url.replace(`${team}/${id}/${secret}`, parts.join('/')))
    expect(await at('T0NOPE', id, secret)).toMatchObject({ status: 404, word: 'no_team' })
    expect(await at('T0B', id, secret)).toMatchObject({ status: 404, word: 'no_service' })
    expect(await at(team, 'B0NOPE', secret)).toMatchObject({ status: 404, word: 'no_service' })
    expect(await at(team, id, 'nope')).toMatchObject({ status: 403, word: 'invalid_token' })
    const set = (given: object) =>
      store.write(async (tx) => {
        await tx.updateTable('channels').set(given).where('id', '=', 'C0ALERTS').execute()
        tx.work.log({ kind: 'channel', team_id: 'T0A', channel_id: 'C0ALERTS' } as never)
      })
    await set({ posting: 'read_only' })
    expect(await send({ text: 'x' })).toMatchObject({ status: 403, word: 'action_prohibited' })
    await set({ posting: 'everyone', blocked_apps: ['A0OWL'] })
    expect(await send({ text: 'x' })).toMatchObject({ status: 403, word: 'action_prohibited' })
    await set({ blocked_apps: [], archived: true })
    expect(await send({ text: 'x' })).toMatchObject({ status: 410, word: 'channel_is_archived' })
    await set({ archived: false, deleted: true })
    expect(await send({ text: 'x' })).toMatchObject({ status: 404, word: 'channel_not_found' })
  })

  test('[HOOK-4] ends when its app is uninstalled, and operators create one with a flag', async () => {
    const { send, administrate } = await createHook()
    expect((await administrate('/control/apps/uninstall', { team: 'acme', app: 'Owl' })).body).toMatchObject({
      ok: true,
    })
    expect(await send({ text: 'x' })).toMatchObject({ status: 404, word: 'no_service' })
    const crow = { ...manifest, display_information: { name: 'Crow' } }
    const install = { team: 'acme', manifest: crow, webhook_channel: '#ours' }
    const installed = await administrate('/control/apps', install)
    expect(await send({ text: 'x' }, undefined, installed.body['app'].webhookUrl)).toMatchObject({ word: 'ok' })
    const scopes = { bot: ['chat:write'] }
    const mute = { manifest: { ...crow, oauth_config: { scopes } }, update: true }
    expect((await administrate('/control/apps', { ...install, ...mute })).body).toMatchObject({
      error: 'missing_scope',
    })
    expect((await administrate('/control/apps', { ...install, webhook_channel: 'old' })).body).toMatchObject({
      error: 'channel_not_found',
    })
  })
})
