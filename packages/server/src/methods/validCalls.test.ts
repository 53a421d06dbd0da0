import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyScope } from '#testing/calls/tokens'
import { requiredArgs } from '#testing/calls/argumentNames'
import { minimalArgs, rowsWithoutMethod } from '#testing/calls/minimalArgs'
import type { CallContext } from '#testing/calls/callContext'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'
import { createWorkspace } from '#testing/workspace/workspace'
import { methods } from './index.ts'

/** The other table tests rely on this: each method has a valid call, and every argument in it is needed. */
describe('a valid call', () => {
  let scene: Awaited<ReturnType<typeof createWorkspace>>
  let context: CallContext
  beforeAll(async () => {
    const user = {
      token: 'xoxp-ana',
      kind: 'user',
      team: 'T0A',
      app: 'A0SCOUT',
      user: teamIds('A').user,
      scopes: everyScope,
    }
    const app = { token: 'xapp-scout', kind: 'app', app: 'A0SCOUT', scopes: everyScope }
    scene = await createWorkspace({ file: twoTeamsFile({ scopes: everyScope, tokens: [user, app] }) })
    context = { ...teamIds('A'), call: scene.call, store: scene.store, text: 'Hm' }
  })
  afterAll(() => scene.close())

  const all = [...methods.values()].map((method) => [method.name, method] as const)

  test.each(all)('of %s is ok', async (_name, method) => {
    const args = await minimalArgs(method, context)
    for (const as of ['json', 'form'] as const) {
      const fresh = as === 'json' ? args : await minimalArgs(method, context)
      expect(await scene.call(method, fresh, { token: tokenFor(method), as })).toMatchObject({ ok: true })
    }
  })

  const repeatable = all.filter(([, { effect, secret }]) => effect === 'write' && !secret)
  test.each(repeatable)(
    '[REP-1] of %s has one effect and one answer, however often it comes with its key',
    async (name, method) => {
      const body = JSON.stringify(await minimalArgs(method, context))
      const headers = {
        authorization: `Bearer ${tokenFor(method)}`,
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': `valid call of ${name}`,
      }
      const call = () => scene.send(name, { method: 'POST', headers, body })
      const first = await call()
      expect(first.body).toMatchObject({ ok: true })
      const before = await scene.countRows()

      for (const again of [await call(), await call()]) expect(again.body).toEqual(first.body)

      expect(await scene.countRows()).toBe(before)
    },
  )

  const needed = all.flatMap(([name, method]) =>
    requiredArgs(method).map((argument) => [name, argument, method] as const),
  )
  test.each(needed)('[ORD 12] of %s needs %s', async (_name, argument, method) => {
    const args = await minimalArgs(method, context)
    const before = await scene.countRows()

    const answer = await scene.call(method, { ...args, [argument]: undefined }, { token: tokenFor(method) })

    expect(answer).toMatchObject({ error: 'invalid_arguments', detail: `missing required field: ${argument}` })
    expect(await scene.countRows()).toBe(before)
  })

  test('names no unknown method', () => expect(rowsWithoutMethod).toEqual([]))

  function tokenFor({ tokens }: { tokens: readonly string[] | 'none' }): string {
    if (tokens === 'none' || tokens.includes('bot')) return context.botToken
    return tokens.includes('user') ? 'xoxp-ana' : 'xapp-scout'
  }
})
