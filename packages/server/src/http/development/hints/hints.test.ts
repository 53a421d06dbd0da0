import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'
import type { HintCode } from './table.ts'

const root = '1767225600.000100'
const dm = 'D0ANASCOUT'

const workspace = `
version: 1
teams:
  - id: T0ACME
    name: Acme
    domain: acme
    users: [{ id: U0ANA, name: ana, admin: true }]
    channels:
      - { id: C0GENERAL, name: general, general: true, members: [U0ANA, A0SCOUT] }
      - { id: D0ANASCOUT, kind: im, members: [U0ANA, A0SCOUT] }
    messages: [{ channel: D0ANASCOUT, user: U0ANA, ts: '${root}', text: Hi }]
apps:
  - id: A0SCOUT
    installed_in: [T0ACME]
    manifest:
      display_information: { name: Scout }
      features: { bot_user: { display_name: scout }, agent_view: { agent_description: Answers } }
      oauth_config: { scopes: { bot: [chat:write, im:history, users:read] } }
  - id: A0OLD
    installed_in: [T0ACME]
    manifest:
      display_information: { name: Old }
      features: { bot_user: { display_name: old }, assistant_view: { assistant_description: Old } }
      oauth_config: { scopes: { bot: [assistant:write] } }
      settings: { event_subscriptions: { request_url: http://127.0.0.1:9/slack, bot_events: [message.im] } }
tokens:
  - { token: xoxb-scout, kind: bot, app: A0SCOUT, team: T0ACME, scopes: [chat:write, im:history, users:read, reactions:read, assistant:write] }
  - { token: xoxb-old, kind: bot, app: A0OLD, team: T0ACME }
`

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer({ file: workspace, settings: { hints: 'on' } })
  return () => server.end()
})
beforeEach(() => server.request('POST', '/control/reset'))

async function call(method: string, args: object, { token = 'xoxb-scout', charset = true } = {}) {
  const headers = {
    'content-type': `application/json${charset ? '; charset=utf-8' : ''}`,
    authorization: `Bearer ${token}`,
  }
  return (await server.request('POST', `/api/${method}`, args, headers)).body
}

async function start(args: object = {}) {
  const named = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME', ...args }
  return { channel: dm, ts: (await call('chat.startStream', { channel: dm, thread_ts: root, ...named }))['ts'] }
}

const post = (args: object) => call('chat.postMessage', { channel: dm, text: 'Hi', ...args })
const divider = { type: 'divider' }
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const task = (id: number, title = 'A task') => ({ type: 'task_update', id: `t${id}`, title, status: 'in_progress' })

/** A call that each hint is for. The compiler asks for a missing one. */
const cases: Record<HintCode, () => Promise<unknown>> = {
  unknown_argument: () => post({ thread_st: root }),
  ignored_argument: () => post({ unfurl_links: true }),
  deprecated_argument: () => post({ as_user: true }),
  legacy_attachment_actions: () =>
    post({
      attachments: [
        { text: 'Well?', fallback: 'Well?', callback_id: 'x', actions: [{ type: 'button', name: 'a', text: 'A' }] },
      ],
    }),
  shortened_ts: () => post({ thread_ts: '1767225600.0001' }),
  json_to_read_method: () => call('users.info', { user: 'U0ANA' }),
  token_in_json: () =>
    server.request('POST', '/api/chat.postMessage', { channel: dm, text: 'Hi', token: 'xoxb-scout' }),
  deprecated_method: () => call('files.upload', {}),
  text_missing: () => call('chat.postMessage', { channel: dm, blocks: [section('Hello')] }),
  markdown_near_limit: () => call('chat.postMessage', { channel: dm, markdown_text: 'x'.repeat(11_000) }),
  update_text_over_limit: async () =>
    call('chat.update', { channel: dm, ts: (await post({}))['ts'], text: 'x'.repeat(4001) }),
  blocks_near_limit: () => post({ blocks: Array.from({ length: 46 }, () => divider) }),
  blocks_text_over_limit: () => post({ blocks: Array.from({ length: 5 }, () => section('x'.repeat(2900))) }),
  view_near_limit: () =>
    call('views.publish', {
      user_id: 'U0ANA',
      view: { type: 'home', blocks: [divider], private_metadata: 'x'.repeat(2900) },
    }),
  task_text_near_limit: () => start({ chunks: [task(1, 'x'.repeat(240))] }),
  scheduled_metadata: () =>
    call('chat.scheduleMessage', {
      channel: dm,
      text: 'Later',
      post_at: Math.floor(Date.now() / 1000) + 600,
      metadata: { event_type: 'e', event_payload: {} },
    }),
  stream_near_limit: async () => call('chat.appendStream', { ...(await start()), markdown_text: 'x'.repeat(11_000) }),
  stream_over_limit: async () => {
    const stream = await start({ markdown_text: 'x'.repeat(12_000) })
    await call('chat.appendStream', { ...stream, markdown_text: 'x' })
  },
  stream_over_lifetime: async () => {
    const stream = await start()
    await server.request('POST', '/control/clock', { advance: '5m' })
    await call('chat.appendStream', { ...stream, markdown_text: 'x' })
  },
  tasks_over_limit: async () => {
    const chunks = Array.from({ length: 51 }, (_, i) => task(i))
    await call('chat.appendStream', { ...(await start()), chunks })
  },
  tasks_unfinished: async () => call('chat.stopStream', await start({ chunks: [task(1)] })),
  stop_not_subscribed: () => start(),
  recipient_missing: () => call('chat.startStream', { channel: dm, thread_ts: root }),
  rate_near_limit: async () => {
    for (let i = 0; i < 17; i++) await call('chat.startStream', { channel: dm, thread_ts: root })
  },
  scope_not_in_manifest: () => call('reactions.get', { channel: dm, timestamp: root }),
  request_url_not_https: () => call('auth.test', {}, { token: 'xoxb-old' }),
  assistant_view: () => call('auth.test', {}, { token: 'xoxb-old' }),
  missing_charset: () => call('chat.postMessage', { channel: dm, text: 'Hi' }, { charset: false }),
  superfluous_charset: () =>
    server.request('POST', '/api/chat.postMessage', 'channel=D0ANASCOUT&text=Hi', {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      authorization: 'Bearer xoxb-scout',
    }),
  ignored_content: async () => call('chat.appendStream', { ...(await start()), markdown_text: 'x', blocks: [divider] }),
  message_truncated: () => post({ text: 'x'.repeat(40_001) }),
  scope_deprecated: () =>
    call('assistant.threads.setStatus', { channel_id: dm, thread_ts: root, status: 'x' }, { token: 'xoxb-old' }),
  thread_ts_ignored: () =>
    call('assistant.threads.setSuggestedPrompts', {
      channel_id: dm,
      thread_ts: root,
      prompts: [{ title: 'Plan', message: 'Plan' }],
    }),
  missing_agent_session_stopped_event_subscription: () =>
    call('agents.sessions.setStatus', { channel_id: dm, thread_ts: root, status: 'active' }),
}

async function journaled(code?: string) {
  const { entries } = (await server.request('GET', '/control/journal')).body
  const calls: {
    method: string
    ok: boolean
    answer: Record<string, any>
    hints: { code: string; detail: string }[]
  }[] = entries.filter((entry: { kind: string }) => entry.kind === 'call')
  return calls.filter(({ hints }) => code === undefined || hints.some((hint) => hint.code === code))
}

describe('[DEV-10] hints', () => {
  test.each(Object.entries(cases))('%s is in the journal and in the warnings of the answer', async (code, provoke) => {
    await provoke()

    const [first, ...others] = await journaled(code)
    expect(others).toEqual([])
    const hints = first!.hints.filter((hint) => hint.code === code)
    expect(hints).toEqual([{ code, detail: expect.stringMatching(/^.{20,}[.?]$/s) }])
    expect(first!.answer).toMatchObject({
      warning: expect.stringContaining(code),
      response_metadata: { warnings: expect.arrayContaining([code]) },
    })
    expect(server.unexpectedErrors).toEqual([])
  })

  test('say in a sentence what would be otherwise, and never change whether a call succeeds', async () => {
    const answer = await post({ thread_st: root })
    const detail = 'chat.postMessage has no argument "thread_st", so it has no effect; did you mean "thread_ts"?'
    expect(answer).toMatchObject({
      ok: true,
      warning: 'unknown_argument',
      response_metadata: { warnings: ['unknown_argument'], messages: [`[WARN] ${detail}`] },
    })
  })

  test('an argument of the public service alone is not called unknown, and one that both have is not mentioned', async () => {
    await call('conversations.info', { channel: dm, include_locale: true })
    await call('views.open', { interactivity_pointer: 'none', view: { type: 'modal' } })
    const journal = JSON.stringify(await journaled('ignored_argument'))
    expect(journal).toMatch(/^(?!.*pointer\\").*include_locale\\" has no effect here: conversations.info has it/)
    await call('files.list', { types: 'images' })
    expect(await journaled('unknown_argument')).toEqual([])
  })

  test('a plain call has none, nor what the SDKs add to every call', async () => {
    const answer = await post({ team_id: 'T0ACME', client_msg_id: 'once', unfurl_links: false })
    expect(answer['ok']).toBe(true)
    expect(answer['response_metadata']).toBeUndefined()
    expect((await journaled()).flatMap(({ hints }) => hints)).toEqual([])
  })

  test('what concerns a stream or the set-up as a whole is said once', async () => {
    const stream = await start({ markdown_text: 'x'.repeat(12_000) })
    for (let i = 0; i < 3; i++) await call('chat.appendStream', { ...stream, markdown_text: 'x' })
    await start()
    expect(await journaled('stream_over_limit')).toHaveLength(1)
    expect(await journaled('stop_not_subscribed')).toHaveLength(1)
  })

  test.each([
    ['off', false, false],
    ['journal', true, false],
    ['on', true, true],
  ])('with hints: %s they are in the journal: %s, and in answers: %s', async (hints, isJournaled, isSent) => {
    const other = await startServer({ file: workspace, settings: { hints } })
    const headers = { 'content-type': 'application/json; charset=utf-8', authorization: 'Bearer xoxb-scout' }
    const { body } = await other.request(
      'POST',
      '/api/chat.postMessage',
      { channel: dm, text: 'Hi', as_user: true },
      headers,
    )
    expect(body['warning']).toBe(isSent ? 'deprecated_argument' : undefined)
    const { entries } = (await other.request('GET', '/control/journal')).body
    const calls = entries.filter(({ kind }: { kind: string }) => kind === 'call')
    expect(calls[0].hints).toHaveLength(isJournaled ? 1 : 0)
  })

  test('a server for a team says nothing of them', async () => {
    const serving = await startServer({ file: workspace, dev: false, settings: { hints: 'on' } })
    const headers = { 'content-type': 'application/json; charset=utf-8', authorization: 'Bearer xoxb-scout' }
    const { body } = await serving.request(
      'POST',
      '/api/chat.postMessage',
      { channel: dm, text: 'Hi', as_user: true },
      headers,
    )
    expect([body['ok'], body['warning'], body['response_metadata']]).toEqual([true, undefined, undefined])
  })
})

const odd: Record<string, unknown>[] = [
  { blocks: '[[[[' },
  { blocks: [null, 1, [], { text: { text: 5 } }], as_user: 'x'.repeat(5000) },
  { chunks: { type: 'task_update' }, ts: 1767225600.1, thread_ts: ['1767225600'] },
  { view: 'null', metadata: '{', prompts: [[]], text: { a: 1 } },
  { ['x'.repeat(200)]: 1, constructor: 1, ['unfurl_links']: { a: 1 } },
]
test.each(odd.map((args) => [args]))('malformed arguments %# break no hint', async (args) => {
  for (const method of [
    'chat.postMessage',
    'chat.appendStream',
    'views.publish',
    'apps.manifest.validate',
    'auth.test',
  ])
    await call(method, { channel: dm, ...args })
  expect(server.unexpectedErrors).toEqual([])
})
