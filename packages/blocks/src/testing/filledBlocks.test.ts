import { expect, test } from 'vitest'
import type { z } from 'zod'
import { block } from '#schema/block'
import { fillBlocksAndElements } from './filledBlocks.ts'

const texts = new Set(['plain_text', 'mrkdwn'])
/** Ids that apps assign, and files, of which only an id is taken. */
const ids = new Set(['block_id', 'action_id', 'slack_file'])

test('fillBlocksAndElements fills every text and address field of the schemas', () => {
  const filled = new Set<string>()
  const visit = (value: unknown, owner: string, path: string): void => {
    if (value === 'Hello') filled.add(`${owner}${path}`)
    else if (Array.isArray(value)) for (const item of value) visit(item, owner, `${path}[]`)
    else if (typeof value === 'object' && value !== null) {
      const typed = 'type' in value && typeof value.type === 'string' && !texts.has(value.type)
      const [name, start] = typed ? [`${value.type}`, ''] : [owner, path]
      for (const [key, inner] of Object.entries(value)) visit(inner, name, `${start}.${key}`)
    }
  }
  visit(fillBlocksAndElements('Hello'), '', '')

  const declared = new Map<string, string[]>()
  for (const { owners, path } of fieldsOf(block, [], ''))
    declared.set(
      `${owners.join('|')}${path}`,
      owners.map((owner) => `${owner}${path}`),
    )
  expect(declared.size).toBeGreaterThan(100)
  expect([...declared].filter(([, names]) => !names.some((name) => filled.has(name))).map(([field]) => field)).toEqual(
    [],
  )
})

type Field = { owners: readonly string[]; path: string }

/** Every field of a schema that holds a free string, with the innermost `type` around it. */
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
