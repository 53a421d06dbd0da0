import fc from 'fast-check'
import type { z } from 'zod'

/** What fills the strings of a schema: those with a pattern, and all others. */
interface Strings {
  patterned: fc.Arbitrary<string>
  free: fc.Arbitrary<string>
}

/** Values that a schema allows, of every member of a union alike; half of the lists name each thing twice. Refinements may refuse some. */
export function allowedValues(schema: z.core.$ZodType, strings: Strings): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const allowed = (inner: z.core.$ZodType) => allowedValues(inner, strings)
  switch (def.type) {
    case 'string':
      return stringsOf(schema as z.ZodString, strings)
    case 'number':
      return fc.constantFrom(0, 1, 2 ** 31, Number.MAX_SAFE_INTEGER).filter((one) => isAllowed(schema, one))
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constantFrom<unknown>(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'nullable':
      return fc.option(allowed(def.innerType))
    case 'optional':
      return allowed(def.innerType)
    case 'array':
      return fc
        .tuple(fc.array(allowed(def.element), { maxLength: 4 }), fc.boolean())
        .map(([list, isTwice]) => (isTwice ? [...list, ...list] : list))
        .filter((one) => isAllowed(schema, one))
    case 'union':
      return fc.oneof(...def.options.map(allowed))
    case 'object': {
      const fields = Object.entries(def.shape)
      const required = fields.filter(([, inner]) => inner._zod.def.type !== 'optional').map(([name]) => name)
      const values = Object.fromEntries(fields.map(([name, inner]) => [name, allowed(inner)]))
      return fc.record(values, { requiredKeys: required })
    }
    default:
      throw new Error(`No values are known for a schema of type ${def.type}.`)
  }
}

function stringsOf(schema: z.ZodString, { patterned, free }: Strings): fc.Arbitrary<string> {
  const isPatterned = schema.def.checks?.some((check) => check._zod.def.check === 'string_format')
  return (isPatterned ? patterned : free).filter((one) => isAllowed(schema, one))
}

function isAllowed(schema: z.core.$ZodType, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success
}
