import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { history } from '#methods/conversations/history'
import { list } from '#methods/conversations/list'
import { setTitle } from '#methods/assistant/threads/setTitle'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { validate } from '#methods/blocks/validate'
import { methods } from '#methods/index'
import { info } from '#methods/users/info'
import { commonErrors } from '#rpc/errors/common'
import {
  headFields,
  header,
  named,
  operationFields,
  parameterFields,
  referencesIn,
  response,
  schema,
} from '#testing/calls/openApi31'
import { createWorkspace } from '#testing/workspace/workspace'
import { openApi } from './openApi.ts'

const all = [...methods.values()]
const document = openApi(all)

const { at, dereference } = referencesIn(document)

const parameter = z
  .strictObject({ ...parameterFields, in: z.literal('query') })
  .refine((one) => (one.schema === undefined) !== (one.content === undefined), 'needs `schema` or `content`')
const operation = z.strictObject({
  ...operationFields,
  tags: z.array(z.string()).length(1),
  security: z.array(z.strictObject({ token: z.array(z.string()) })),
  'x-token-kinds': z.array(z.string()),
  'x-calls-per-minute': z.number().optional(),
  parameters: z.array(parameter).optional(),
})
const openApi31 = z.strictObject({
  ...headFields,
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(z.string().startsWith('/'), z.strictObject({ get: operation.optional(), post: operation })),
  components: z.strictObject({
    schemas: named(schema),
    responses: named(response),
    headers: named(header),
    securitySchemes: named(
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
    ),
  }),
})
const read = openApi31.parse(document)
const operations = Object.values(read.paths).flatMap(({ get, post }) => (get ? [get, post] : [post]))

describe('the OpenAPI document', () => {
  test('has only what OpenAPI 3.1 declares, and each method at its path', () => {
    expect(Object.keys(read.paths)).toEqual(all.map(({ name }) => `/${name}`))
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = read.tags.map(({ name }) => name)
    for (const one of operations) expect(tags).toContain(one.tags[0])
  })

  test('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path = '']) => path)
    expect(references.length).toBeGreaterThan(100)
    for (const path of new Set(references)) expect(at(path), path).toBeDefined()
  })

  test('describes every schema as JSON Schema 2020-12 does', () => {
    for (const [name, one] of Object.entries(read.components.schemas))
      expect(() => z.fromJSONSchema(dereference(one)), name).not.toThrow()
  })

  test.each(all.map((method) => [method.name, method] as const))(
    '%s: its arguments, its token, its errors with their sentences, and when to come back',
    (name, method) => {
      const { get, post } = read.paths[`/${name}`]!
      expect(get !== undefined).toBe(method.effect === 'read')
      const { properties = {} } = read.components.schemas[name] as { properties?: object }
      expect(Object.keys(properties)).toEqual(Object.keys(method.args.shape))
      if (get) expect(get.parameters?.map((one) => one.name)).toEqual(Object.keys(properties))
      expect(Object.keys(post.requestBody?.content ?? {})).toEqual([
        'application/json',
        'application/x-www-form-urlencoded',
      ])
      const scopes = post.security.flatMap(({ token }) => token)
      expect(scopes).toEqual(method.tokens === 'none' ? [] : method.scopes)
      expect(post.security.length === 0).toBe(method.tokens === 'none')
      const answers = JSON.stringify(dereference(post.responses['200']))
      for (const code of Object.keys({ ...commonErrors, ...method.errors }))
        if (code !== 'any') expect(answers).toContain(`{"const":"${code}","description":"`)
      const limited = response.parse(dereference(post.responses['429']))
      expect(limited.headers?.['Retry-After']).toMatchObject({
        required: true,
        schema: { type: 'integer', minimum: 1 },
      })
    },
  )

  test('has examples that the methods accept', () => {
    const given = operations.flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content['application/json']?.examples ?? {}).map(
        ({ value }) => [operationId, value] as const,
      ),
    )
    expect(given.length).toBeGreaterThan(5)
    for (const [name, value] of given) expect(methods.get(name)?.args.safeParse(value).success, name).toBe(true)
  })

  test('describes what the server answers: successes, warnings and refusals', async () => {
    const { post, dm, parentTs } = await createWorkspace()
    const started = await post(startStream, { channel: dm, thread_ts: parentTs, markdown_text: '**Hm**' })
    const there = { channel_id: dm, thread_ts: parentTs }
    const answers = [
      [startStream, started],
      [stopStream, await post(stopStream, { channel: dm, ts: started.body['ts'] })],
      [setTitle, await post(setTitle, { ...there, title: 'Hm' })],
      [history, await post(history, { channel: dm })],
      [list, await post(list, {})],
      [info, await post(info, { user: 'U0ANA' })],
      [info, await post(info, { user: 'U0NOPE' })],
      [startStream, await post(startStream, {}, { token: 'xoxb-acme-reader' })],
      [validate, await post(validate, { blocks: [{}] })],
    ] as const
    for (const [{ name }, { body }] of answers) {
      const answer = answerSchema(name)
      expect(answer.safeParse(body).error, `${name} ${JSON.stringify(body)}`).toBeUndefined()
      expect(answer.safeParse({ ...body, error: 'nope', ok: false }).success).toBe(false)
      expect(answer.safeParse({ ...body, ok: 1 }).success).toBe(false)
    }
  })
})

function answerSchema(name: string): z.ZodType {
  const answer = read.paths[`/${name}`]?.post.responses['200'] as z.output<typeof response>
  return z.fromJSONSchema(dereference(answer.content['application/json']?.schema))
}
