import { describe, expect, test } from 'vitest'
import { methods } from '#methods/index'
import { openSqlite } from '#store/sqlite/open'
import { demoWorkspace } from './demo.ts'
import { loadWorkspace } from './load.ts'

describe('the demo workspace', () => {
  const demo = demoWorkspace()

  test('has three people, far apart', () => {
    const people = demo.teams[0]?.users ?? []
    expect(people.map(({ real_name, admin }) => [real_name, admin])).toEqual([
      ['Ana Lima', true],
      ['Ben Okafor', false],
      ['Mei Tanaka', false],
    ])
    expect(new Set(people.map(({ tz }) => tz)).size).toBe(3)
  })

  test('gives its agent every scope that its manifest asks for', () => {
    const [brook] = demo.apps
    expect(demo.tokens.find(({ kind }) => kind === 'bot')?.scopes).toEqual(brook?.manifest.oauth_config?.scopes?.bot)
  })

  test('has a token for every method that a developer may want to try', () => {
    const own = /^(apps\.manifest|oauth|openid)\./ // They need a token of their own kind.
    const closed = [...methods.values()].filter(
      ({ name, tokens, scopes }) =>
        tokens !== 'none' &&
        !own.test(name) &&
        !demo.tokens.some(
          ({ kind, scopes: given = [] }) =>
            tokens.includes(kind) && (scopes.length === 0 || scopes.some((scope) => given.includes(scope))),
        ),
    )
    expect(closed.map(({ name }) => name)).toEqual([])
  })

  test('has its messages in order', () => {
    const messages = demo.teams[0]?.messages ?? []
    const channels = Map.groupBy(messages, ({ channel }) => channel)
    for (const inOne of channels.values()) expect(inOne.map(({ ts }) => ts)).toEqual(inOne.map(({ ts }) => ts).sort())
  })

  test('can be loaded', async () => {
    const store = await openSqlite(':memory:')
    const hash = (secret: string) => secret
    await store.write((tx) => loadWorkspace(tx, demo, { hashToken: hash, hashPassword: hash }))

    const answer = await store.db
      .selectFrom('messages')
      .selectAll()
      .where('ts', '=', '1768221006.000200')
      .executeTakeFirst()
    expect(answer).toMatchObject({ user_id: 'U0BROOK', bot_id: 'B0BROOK', thread_ts: '1768221000.000100' })
    expect(answer?.text).toContain("Mei's part comes first")
    await store.close()
  })
})
