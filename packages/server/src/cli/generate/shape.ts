import { z } from 'zod'

/** The part of JSON Schema that the pages show. */
interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  description?: string
  default?: unknown
  examples?: unknown[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

export interface Field {
  name: string
  type: string
  required: boolean
  description: string
  byDefault: string | undefined
  example: string | undefined
}

/** The arguments of a declaration, in its order. */
export function argumentsOf(shape: z.ZodObject): Field[] {
  const { properties = {}, required = [] } = schemaOf(shape, 'input')
  return Object.entries(properties).map(([name, schema]) => {
    const declared: unknown = shape.shape[name]
    const byDefault: unknown = declared instanceof z.ZodDefault ? declared.def.defaultValue : undefined
    return {
      ...fieldOf(name, schema, required.includes(name)),
      byDefault: byDefault === undefined ? undefined : JSON.stringify(byDefault),
    }
  })
}

/** The fields of an answer. Fields of nested objects follow as `message.text`. */
export function fieldsOf(shape: z.ZodObject): Field[] {
  return fieldsBelow(schemaOf(shape, 'output'), '')
}

function fieldsBelow({ properties = {}, required = [] }: Schema, path: string): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.items ?? schema
    const prefix = `${path}${name}${schema.items ? '[]' : ''}.`
    return [fieldOf(path + name, schema, required.includes(name)), ...fieldsBelow(inner, prefix)]
  })
}

function schemaOf(shape: z.ZodObject, io: 'input' | 'output'): Schema {
  return JSON.parse(JSON.stringify(z.toJSONSchema(shape, { io, unrepresentable: 'any' })))
}

function fieldOf(name: string, schema: Schema, required: boolean): Field {
  const [example] = schema.examples ?? []
  return {
    name,
    type: typeOf(schema),
    required,
    description: schema.description ?? '',
    byDefault: undefined,
    example: example === undefined ? undefined : JSON.stringify(example).replaceAll('"', ''),
  }
}

function typeOf({ type, const: only, enum: words, items, anyOf }: Schema): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (words) return words.map((word) => `\`${String(word)}\``).join(', ')
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (type === 'array') return `array of ${items ? `${typeOf(items)}s` : 'anything'}`
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'anything')
}
