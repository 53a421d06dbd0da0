import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isObject } from '#domain/jsonObjects'
import { channelObject } from '#objects/channel'
import { messageObject } from '#objects/messageSchema'
import { userObject } from '#objects/user'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type Schema = { [key: string]: Json }

type Shared = Readonly<Record<string, z.ZodType>>

/** Schemas that many methods share, each described once. */
const sharedByMethods: Shared = { Message: messageObject, Channel: channelObject, User: userObject }

export function sharedSchemas(shared = sharedByMethods): Schema {
  return Object.fromEntries(Object.entries(shared).map(([name, shape]) => [name, schemaOf(shape, 'output', shared)]))
}

/** A declaration as JSON Schema, with references to the shared schemas. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output', shared = sharedByMethods): Schema {
  const schema = jsonSchemaOf(shape, io)
  const parts = Object.entries(shared)
    .filter(([, part]) => part !== shape)
    .map(([name, part]): [string, Schema] => [name, jsonSchemaOf(part, 'output')])
  return referring(schema, parts)
}

function jsonSchemaOf(shape: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...schema }: Schema = JSON.parse(
    JSON.stringify(
      z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'draft-2020-12' }),
      withoutTrivialBounds,
    ),
  )
  return schema
}

/** Leaves out bounds that only keep a number within what JavaScript can represent. */
function withoutTrivialBounds(key: string, value: unknown): unknown {
  const bound = (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  return bound ? undefined : value
}

function referring(schema: Schema, parts: readonly [name: string, part: Schema][]): Schema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]))

  function refer(value: Json): Json {
    if (Array.isArray(value)) return value.map(refer)
    if (!isObject(value)) return value
    const { description, ...bare } = value
    const known = parts.find(([, part]) => isDeepStrictEqual(part, value) || isDeepStrictEqual(part, bare))
    if (known) {
      const reference = { $ref: `#/components/schemas/${known[0]}` }
      return description === undefined || known[1]['description'] === description
        ? reference
        : { ...reference, description }
    }
    return referring(value, parts)
  }
}

export function propertiesOf(shape: Schema): Record<string, Schema> {
  const { properties } = shape
  const all = isObject(properties) ? Object.entries(properties) : []
  return Object.fromEntries(all.flatMap(([name, schema]) => (isObject(schema) ? [[name, schema]] : [])))
}

export function requiredOf(shape: Schema): string[] {
  const { required } = shape
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

export function isStructured({ type }: Schema): boolean {
  return type === 'array' || type === 'object'
}
