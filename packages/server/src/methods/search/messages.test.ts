import { describe, expect, test } from 'vitest'
import { remove } from '#methods/chat/delete'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { appendStream } from '#methods/chat/appendStream'
import { stopStream } from '#methods/chat/stopStream'
import { update } from '#methods/chat/update'
import { add as pin } from '#methods/pins/add'
import { add } from '#methods/reactions/add'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createSearchTokens } from '#testing/workspace/searchTokens'
import { createWorkspace } from '#testing/workspace/workspace'
import { messages } from './messages.ts'

const ana = { token: 'xoxp-ana' }

async function createScene(open?: OpenStore) {
  const scene = await createWorkspace(open ? { store: await open() } : {})
  await createSearchTokens(scene, 'U0ANA', 'U0BEN', 'U0EVE')
  const { call } = scene
  return {
    ...scene,
    async post(
      text: string,
      args: { channel?: string; thread_ts?: string; blocks?: object[]; attachments?: object[]; token?: string } = {},
    ) {
      const { channel = 'C0HELP', token = 'xoxb-acme-scout', ...more } = args
      const { ts = '' } = await call(postMessage, { channel, text, ...more }, { token })
      return ts
    },
    /** The texts that a search finds. */
    async search(query: string, args: object = {}, token = 'xoxp-ana') {
      const { messages: found, error } = await call(messages, { query, ...args }, { token })
      return error ?? found?.matches.map(({ text }) => text) ?? []
    },
  }
}

onBothDatabases('search.messages', (open) => {
  test('[RT-14, SRC-1] finds the words in the cells of a table, which are not in the text', async () => {
    const { post, search } = await createScene(open)
    const table = { type: 'table', rows: [[{ type: 'raw_text', text: 'Zanzibar' }]] }
    await post('The list', { blocks: [table] })
    expect(await search('zanzibar')).toEqual(['The list'])
  })

  test('[SRC-3] finds nothing for a query without words', async () => {
    const { post, search } = await createScene(open)
    await post('** said')
    expect([await search('**'), await search("'".repeat(255))]).toEqual([[], []])
  })

  test('[SRC-1] finds a message from the moment it is posted, as it is now, and until it is deleted', async () => {
    const { post, search, call, store } = await createScene(open)
    const ts = await post('The walrus sleeps')
    expect(await search('walrus')).toEqual(['The walrus sleeps'])
    await call(update, { channel: 'C0HELP', ts, text: 'The penguin sleeps' })
    expect(await search('walrus')).toEqual([])
    expect(await search('penguin')).toEqual(['The penguin sleeps'])
    await call(remove, { channel: 'C0HELP', ts })
    expect(await search('penguin')).toEqual([])
    const left = store.db.selectFrom('search_entries').select('terms').where('ts', '=', ts)
    expect(await left.execute()).toEqual([])
  })

  test('[SRC-1] finds a streamed reply when it has ended', async () => {
    const { search, call, parentTs } = await createScene(open)
    const where = { channel: 'C0HELP', thread_ts: parentTs, recipient_user_id: 'U0BEN', recipient_team_id: 'T0ACME' }
    const { ts = '' } = await call(startStream, { ...where, markdown_text: 'A **narwhal**' })
    await call(appendStream, { channel: 'C0HELP', ts, markdown_text: ' swims by' })
    expect(await search('narwhal')).toEqual([])
    await call(stopStream, { channel: 'C0HELP', ts })
    expect(await search('narwhal swims')).toEqual([expect.stringContaining('narwhal')])
  })

  test('[SRC-1] finds the messages of a workspace file, and what blocks say', async () => {
    const { post, search } = await createScene(open)
    expect(await search('printer')).toEqual(['The printer is on fire'])
    await post('Alert', { attachments: [{ title: 'Disk of platypus', text: 'is full' }] })
    expect(await search('platypus full')).toEqual(['Alert'])
    await post('fallback', {
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Deploy of *otter* is done' } }],
    })
    expect(await search('otter')).toHaveLength(1)
  })

  test('[SRC-2] finds the beginning of a word, whole phrases, and every script', async () => {
    const { post, search } = await createScene(open)
    const texts = ['Deployed the café', 'Café to deploy', '你好世界，再见', "O'Brien's 100% \\ 'quoted' & <b>"]
    for (const text of texts) await post(text)
    expect(await search('deploy', { sort: 'timestamp' })).toEqual([texts[1], texts[0]])
    expect(await search('"deploy"')).toEqual([texts[1]])
    expect(await search('"the cafe"')).toEqual([texts[0]])
    expect(await search('CAFE the')).toEqual([texts[0]])
    expect(await search('世界')).toEqual([texts[2]])
    expect(await search('好')).toEqual([texts[2]])
    expect(await search('界世')).toEqual([])
    expect(await search(`o'brien`)).toHaveLength(1)
    expect(await search('de*')).toHaveLength(2)
  })

  test('[SRC-3] understands modifiers', async () => {
    const { post, search, call } = await createScene(open)
    const root = await post('Fox one', { channel: 'C0GENERAL' })
    await post('Fox two <https://fox.example|link>', { thread_ts: root, channel: 'C0GENERAL' })
    const three = await post('Fox three', { token: 'xoxp-ana' })
    await call(add, { channel: 'C0HELP', timestamp: three, name: 'thumbsup' })
    await post('Fox four', { channel: 'D0ANASCOUT' })
    const found = async (query: string) => {
      const answer = await search(query, { sort: 'timestamp', sort_dir: 'asc' })
      return typeof answer === 'string' ? answer : answer.map((text) => text.split(' ')[1]).join(' ')
    }
    expect(await found('fox')).toBe('one two three four')
    expect(await found('fox in:#general')).toBe('one two')
    expect(await found('fox in:general')).toBe('one two')
    expect(await found('fox in:C0HELP')).toBe('three')
    expect(await found('fox in:<#C0HELP|help-desk>')).toBe('three')
    expect(await found('fox in:@scout')).toBe('four')
    expect(await found('fox -in:#general')).toBe('three four')
    expect(await found('fox in:#nowhere')).toBe('')
    expect(await found('fox from:me')).toBe('three')
    expect(await found('fox from:@ana')).toBe('three')
    expect(await found('fox from:"Ana Lima"')).toBe('three')
    expect(await found('fox -from:<@U0ANA>')).toBe('one two four')
    expect(await found('fox from:nobody')).toBe('')
    expect(await found('fox has:link')).toBe('two')
    expect(await found('fox has:reaction')).toBe('three')
    expect(await found('fox has::+1:')).toBe('three')
    await call(pin, { channel: 'C0GENERAL', timestamp: root })
    expect(await found('fox has:pin')).toBe('one')
    expect(await found('fox -has:link -has:reaction')).toBe('one four')
    expect(await found('fox has:nonsense')).toBe('')
    expect(await found('fox is:thread')).toBe('one two')
    expect(await found('fox -three')).toBe('one two four')
    expect(await found('fox -"fox three"')).toBe('one two four')
    expect(await found('to:me fox')).toBe('four')
    expect(await found('from:me in:#help-desk')).toBe('three')
    expect(await found('-fox in:#help-desk from:ben')).toBe('printer')
    expect(await found('fox on:today')).toBe('one two three four')
    expect(await found('fox before:today')).toBe('')
    expect(await found('fox after:2020-01-01')).toBe('one two three four')
    expect(await found('fox after:today')).toBe('')
    // It was posted at midnight in UTC, which was the evening before for Ana.
    expect(await found('during:2026-01 printer')).toBe('')
    expect(await found('on:2025-12-31 printer')).toBe('printer')
    expect(await found('during:2025 printer')).toBe('printer')
    expect(await found('before:2026-01-01 printer')).toBe('printer')
    expect(await found('before:2025 printer')).toBe('')
    expect(await found('http://x fox')).toBe('')
  })

  test('[SRC-4] finds in public channels and in those of the person, and nowhere else', async () => {
    const { search } = await createScene(open)
    for (const query of ['nobody must know', 'hi scout']) {
      expect(await search(query)).toHaveLength(1)
      expect(await search(query, {}, 'xoxp-eve')).toEqual([])
    }
    expect(await search('nobody in:C0SECRET', {}, 'xoxp-eve')).toEqual([])
    expect(await search('printer', {}, 'xoxp-eve')).toHaveLength(1)
    expect(await search('lost channel')).toEqual([])
    expect(await search('canvas comment')).toEqual([])
    expect(await search('long ago', {}, 'xoxp-eve')).toHaveLength(1)
  })

  test('[SRC-5] returns pages, by number or cursor', async () => {
    const { post, call } = await createScene(open)
    for (const n of [1, 2, 3, 4, 5]) await post(`Gnu ${n}`)
    const args = { query: 'gnu', sort: 'timestamp', count: 2 }
    const { messages: second } = await call(messages, { ...args, page: 2 }, ana)
    expect(second?.matches.map(({ text }) => text)).toEqual(['Gnu 3', 'Gnu 2'])
    expect(second).toMatchObject({
      total: 5,
      paging: { count: 2, total: 5, page: 2, pages: 3 },
      pagination: { total_count: 5, page: 2, per_page: 2, page_count: 3, first: 3, last: 4 },
    })
    const texts: string[] = []
    for (let cursor: string | undefined = '*'; cursor;) {
      const answer: Awaited<ReturnType<typeof call<typeof messages>>> = await call(messages, { ...args, cursor }, ana)
      texts.push(...(answer.messages?.matches.map(({ text }) => text) ?? []))
      cursor = answer.response_metadata?.next_cursor
    }
    expect(texts).toEqual(['Gnu 5', 'Gnu 4', 'Gnu 3', 'Gnu 2', 'Gnu 1'])
  })

  test('[SRC-6] puts whole words first, and marks what was found', async () => {
    const { post, search, call } = await createScene(open)
    await post('The lynx')
    await post('Lynxes of all the lands')
    expect(await search('lynx')).toEqual(['The lynx', 'Lynxes of all the lands'])
    expect(await search('"lynx"', { highlight: true })).toEqual(['The \u{E000}lynx\u{E001}'])
    const { messages: found } = await call(messages, { query: 'lynx' }, ana)
    expect(found?.matches[0]).toMatchObject({
      type: 'message',
      user: 'U0SCOUT',
      username: 'scout',
      team: 'T0ACME',
      channel: { id: 'C0HELP', name: 'help-desk', is_private: false },
      permalink: expect.stringContaining('/archives/C0HELP/p'),
      no_reactions: true,
    })
  })
})

describe('search.messages', () => {
  test('[SRC-3] takes any query, however odd', async () => {
    const { search } = await createScene()
    const odd = [
      '"',
      '""',
      '-',
      '--',
      '-"',
      '*',
      ':',
      'in:',
      'in:""',
      "';--",
      '" OR 1=1',
      'NEAR(a b)',
      'a AND',
      '(',
      '^a',
      '<@',
      '\u{E000}team',
      '\\',
      '_',
      'before:x',
      'on:2026-99-99',
      'during:9999',
    ]
    for (const query of [...odd, 'a'.repeat(1000), '-a '.repeat(300)])
      expect(await search(query), query).toBeInstanceOf(Array)
  })

  const asAna = {
    ...ana,
    prepare: (scene: Parameters<typeof createSearchTokens>[0]) => createSearchTokens(scene, 'U0ANA'),
  }
  const refused: Refusals<typeof messages> = {
    no_query: { ...asAna, args: { query: ' ' }, detail: 'query' },
    invalid_cursor: { ...asAna, args: { query: 'a', cursor: 'zzz' }, detail: 'cursor' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(messages, error, call))

  test('[SRC-3] is for people', async () => {
    const { call } = await createWorkspace()
    expect(await call(messages, { query: 'a' })).toMatchObject({ error: 'not_allowed_token_type' })
  })
})
