import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { controlRoutes } from '#http/development/control'
import { packageFile } from '#packageFile'
import {
  headFields,
  named,
  operationFields,
  parameterFields,
  referencesIn,
  response,
  schema,
} from '#testing/calls/openApi31'
import { startServer } from '#testing/server/server'
import { controlOpenApi } from './controlOpenApi.ts'

const document = controlOpenApi(controlRoutes)
const { at, dereference } = referencesIn(document)

const parameter = z.strictObject({ ...parameterFields, in: z.enum(['path', 'query']), schema })
const operation = z.strictObject({ ...operationFields, parameters: z.array(parameter).optional() })
const openApi31 = z.strictObject({
  ...headFields,
  paths: z.record(
    z.string().startsWith('/control/'),
    z.strictObject({ get: operation, post: operation, delete: operation }).partial(),
  ),
  components: z.strictObject({ schemas: named(schema), responses: named(response) }),
})
const read = openApi31.parse(document)
const operationsAt = (methods: object): z.output<typeof operation>[] => Object.values(methods)
const operations = Object.values(read.paths).flatMap(operationsAt)

describe('the OpenAPI document of the control API', () => {
  test('has only what OpenAPI 3.1 declares, and each route once, by a name of its own', () => {
    expect(operations).toHaveLength(controlRoutes.length)
    const names = operations.map(({ operationId }) => operationId)
    expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    for (const [path, methods] of Object.entries(read.paths))
      for (const { parameters = [] } of operationsAt(methods)) {
        const inPath = parameters.filter((one) => one.in === 'path').map((one) => one.name)
        expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      }
  })

  test('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path = '']) => path)
    expect(references.length).toBeGreaterThan(20)
    for (const path of new Set(references)) expect(at(path), path).toBeDefined()
  })

  test('describes every body and answer as JSON Schema 2020-12 does', () => {
    for (const { operationId, requestBody, responses } of operations)
      for (const { content } of [requestBody, ...Object.values(dereference(responses))].filter(Boolean))
        for (const media of Object.values(content) as { schema: object }[])
          expect(() => z.fromJSONSchema(dereference(media.schema)), operationId).not.toThrow()
  })

  test('is what GET /control/openapi.json answers', async () => {
    const { request } = await startServer()
    const { status, text } = await request('GET', '/control/openapi.json')
    expect(status).toBe(200)
    expect(text).toBe(readFileSync(packageFile('control-openapi.json'), 'utf8'))
  })
})
