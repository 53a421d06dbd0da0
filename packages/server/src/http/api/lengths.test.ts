import { globSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal'
import { controlRoutes } from '#http/development/control'
import { methods } from '#methods/index'
import { checkArguments } from '#rpc/checkArguments'
import type { CallContext } from '#testing/calls/callContext'
import { minimalArgs } from '#testing/calls/minimalArgs'
import { everyScope } from '#testing/calls/tokens'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'
import { createWorkspace } from '#testing/workspace/workspace'

/** A string somewhere in the arguments of a method, as JSON Schema describes it. */
interface DeclaredString {
  path: string
  maxLength: number | undefined
}

function stringsIn(node: z.core.JSONSchema._JSONSchema, path = ''): DeclaredString[] {
  if (typeof node === 'boolean') return []
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]
  return [
    ...(node.type === 'string' && !node.enum && node.const === undefined ? [{ path, maxLength: node.maxLength }] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, inner]) => stringsIn(inner, `${path}/${name}`)),
    ...(node.items && !Array.isArray(node.items) ? stringsIn(node.items, `${path}/0`) : []),
    ...stringsIn(node.propertyNames ?? true, `${path}/{name}`),
    ...stringsIn(node.additionalProperties ?? true, `${path}/{value}`),
    ...branches.flatMap((branch) => stringsIn(branch, path)),
  ]
}

const declared = [...methods.values()].flatMap((method) =>
  stringsIn(z.toJSONSchema(method.args, { io: 'input', unrepresentable: 'any' })).map((string) => ({
    method,
    ...string,
  })),
)

/** What is answered in place of `invalid_arguments` for an argument that is too long. */
const ownErrors: Record<string, string> = {
  '/text': 'msg_too_long',
  // [MSG-11] It is cut.
  'chat.postMessage/text': '',
  '/markdown_text': 'msg_too_long',
  '/initial_comment': 'msg_too_long',
  '/cursor': 'invalid_cursor',
  '/topic': 'too_long',
  '/purpose': 'too_long',
  'conversations.create/name': 'invalid_name_maxlength',
  'conversations.rename/name': 'invalid_name_maxlength',
  'reactions.add/name': 'invalid_name',
  'reactions.remove/name': 'invalid_name',
  '/alt_text': 'alt_txt_too_large',
  '/alt_txt': 'alt_txt_too_large',
}

/** Operations that take what the server has answered: it is as long as that was, and the body has a limit. */
const givenBack: ReadonlySet<string> = new Set(['diffState', 'makeSnapshot', 'tellStory'])

describe('[ENV-11] every string', () => {
  test('of every method has a maximum', () => {
    expect(declared.length).toBeGreaterThan(250)
    expect(
      declared.filter((string) => string.maxLength === undefined).map(({ method, path }) => method.name + path),
    ).toEqual([])
  })

  test('of every request of the control API has a maximum', () => {
    const strings = controlRoutes
      .filter(({ name }) => !givenBack.has(name))
      .flatMap(({ name, params, query, body }) =>
        [params, query, body].flatMap((part) =>
          part ? stringsIn(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }), name) : [],
        ),
      )
    expect(strings.length).toBeGreaterThan(150)
    expect(strings.filter(({ maxLength }) => maxLength === undefined).map(({ path }) => path)).toEqual([])
  })

  // The schemas of these floors are not exported. `z.record` has its keys declared with the same kinds. What the control API
  // takes is judged above; the strings of its answers need no maximum.
  const sources = globSync(['{http,feed,interactions,delivery,documents}/**/*.ts'], {
    cwd: 'packages/server/src',
    exclude: ['http/development/**', 'http/operator/**', '**/*.test.ts'],
  })
  test.each(sources)('in %s has a maximum', (file) => {
    const source = readFileSync(`packages/server/src/${file}`, 'utf8')
    const unbounded = /z\s*\.string\((?!\)\s*(\.min\([^)]*\)\s*)?\.(max|length)\(|\)\.meta\(\{ maxLength)[^\n]*/g
    expect(source.match(unbounded) ?? []).toEqual([])
  })

  describe('that is too long', () => {
    let scene: Awaited<ReturnType<typeof createWorkspace>>
    let context: CallContext
    beforeAll(async () => {
      const user = { token: 'xoxp-ana', kind: 'user', team: 'T0A', app: 'A0SCOUT', scopes: everyScope }
      const file = twoTeamsFile({ scopes: everyScope, tokens: [{ ...user, user: teamIds('A').user }] })
      scene = await createWorkspace({ file })
      context = { ...teamIds('A'), call: scene.call, store: scene.store, text: 'Hm' }
    })
    afterAll(() => scene.close())

    const tooLong = declared.flatMap(({ method, path, maxLength = 0 }) => {
      const error = ownErrors[method.name + path] ?? ownErrors[path] ?? 'invalid_arguments'
      return [{ name: method.name, path, maxLength, error, method }]
    })

    test.each(tooLong.filter(({ error }) => error === 'invalid_arguments'))(
      'is named with its limit and its length: $name $path',
      ({ method, path, maxLength }) => {
        const [, argument = '', ...inner] = path.split('/')
        const value = inner.reduceRight<unknown>(
          (built, part) => (part === '0' ? [built] : { [part]: built }),
          'x'.repeat(maxLength + 1),
        )

        let refusal: unknown
        try {
          checkArguments(method, { [argument]: value })
        } catch (error) {
          refusal = error
        }

        expect(refusal).toMatchObject({ code: 'invalid_arguments' })
        expect(refusal instanceof Refusal && refusal.extra.messages?.join('\n')).toContain(
          `must be less than ${maxLength + 1} characters; this has ${maxLength + 1} [json-pointer:${path}]`,
        )
      },
    )

    test.each(tooLong.filter(({ error }) => error !== 'invalid_arguments' && error !== ''))(
      'is $error: $name $path',
      async ({ method, path, maxLength, error }) => {
        const { text: _text, markdown_text: _markdown, ...given } = await minimalArgs(method, context)
        const args = { ...given, [path.slice(1)]: 'x'.repeat(maxLength + 1) }
        const before = await scene.countRows()
        const token = method.tokens === 'none' || method.tokens.includes('bot') ? context.botToken : 'xoxp-ana'

        expect(await scene.call(method, args, { token })).toMatchObject({ ok: false, error })
        expect(await scene.countRows()).toBe(before)
      },
    )
  })
})
