import { z } from 'zod'

/** The parts of OpenAPI 3.1 that our documents use, as the specification declares them; other fields are mistakes. */
const reference = z.strictObject({ $ref: z.string().startsWith('#/') })
export const schema = z.looseObject({})
export const header = z.strictObject({ description: z.string(), required: z.boolean().optional(), schema })
const headers = z.record(z.string(), z.union([reference, header]))
const example = z.strictObject({ summary: z.string(), value: z.unknown() })
const media = z.strictObject({
  schema,
  examples: z.record(z.string(), example).optional(),
  encoding: z.record(z.string(), z.strictObject({ contentType: z.string() })).optional(),
})
const content = z.record(z.string().regex(/^[a-z]+\/[a-z-]+$/), media)
export const response = z.strictObject({ description: z.string().min(1), headers: headers.optional(), content })
export const parameterFields = {
  name: z.string().min(1),
  required: z.boolean(),
  description: z.string(),
  schema: schema.optional(),
  content: content.optional(),
}
export const operationFields = {
  operationId: z.string(),
  summary: z.string().min(1),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.union([reference, response])),
}
export const headFields = {
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string(), description: z.string() })).min(1),
}

export function named<T extends z.ZodType>(value: T) {
  return z.record(z.string().regex(/^[\w.-]+$/), value)
}

/** Follows the references in one document. */
export function referencesIn(document: object) {
  return { at, dereference }

  /** The schema that a `$ref` refers to. */
  function at(path: string): unknown {
    return path
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((value, key) => Reflect.get(Object(value), key), document)
  }

  /** The schema with its references resolved. */
  function dereference(value: unknown): Record<string, any> {
    return JSON.parse(JSON.stringify(value), (_key, part) =>
      typeof part?.$ref === 'string' ? dereference(at(part.$ref)) : part,
    )
  }
}
