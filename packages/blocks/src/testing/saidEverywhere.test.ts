import { expect, test } from 'vitest'
import type { z } from 'zod'
import { block } from '#shape/block'
import { saidEverywhere } from '#testing/saidEverywhere'

const texts = new Set(['plain_text', 'mrkdwn'])
/** Names that apps give, which are never shown. */
const ids = new Set(['block_id', 'action_id'])

test('what is to be said everywhere is said in every text and address field that is declared', () => {
  const said = new Set<string>()
  const look = (value: unknown, owner: string, path: string): void => {
    if (value === 'Hello') said.add(`${owner}${path}`)
    else if (Array.isArray(value)) for (const item of value) look(item, owner, `${path}[]`)
    else if (typeof value === 'object' && value !== null) {
      const typed = 'type' in value && typeof value.type === 'string' && !texts.has(value.type)
      const [name, start] = typed ? [`${value.type}`, ''] : [owner, path]
      for (const [key, inner] of Object.entries(value)) look(inner, name, `${start}.${key}`)
    }
  }
  look(saidEverywhere('Hello'), '', '')

  const declared = new Map<string, string[]>()
  for (const { owners, path } of fieldsOf(block, [], ''))
    declared.set(
      `${owners.join('|')}${path}`,
      owners.map((owner) => `${owner}${path}`),
    )
  expect(declared.size).toBeGreaterThan(100)
  expect([...declared].filter(([, names]) => !names.some((name) => said.has(name))).map(([field]) => field)).toEqual([])
})

type Field = { owners: readonly string[]; path: string }

/** Every field of a shape that holds any string, within the innermost thing around it that has a type. */
function* fieldsOf(shape: z.core.$ZodType, owners: readonly string[], path: string): Generator<Field> {
  const { def } = (shape as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      yield { owners, path }
      return
    case 'optional':
    case 'nullable':
      yield* fieldsOf(def.innerType, owners, path)
      return
    case 'array':
      yield* fieldsOf(def.element, owners, `${path}[]`)
      return
    case 'union':
      for (const option of def.options) yield* fieldsOf(option, owners, path)
      return
    case 'object': {
      const type = (def.shape['type'] as z.core.$ZodTypes | undefined)?._zod.def
      const names = type?.type === 'literal' ? type.values.map(String).filter((name) => !texts.has(name)) : []
      const [owner, start] = names.length > 0 ? [names, ''] : [owners, path]
      for (const [key, inner] of Object.entries(def.shape)) {
        if (!ids.has(key)) yield* fieldsOf(inner, owner, `${start}.${key}`)
      }
    }
  }
}
