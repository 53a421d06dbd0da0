import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commonErrors } from '#rpc/errors/common'
import { methodFiles } from '#testing/calls/methodFiles'
import { methods } from './index.ts'

const all = [...methods.values()]

describe('the methods', () => {
  test.each(all.map((method) => [method.name, method] as const))(
    '%s is in one file, with a test next to it',
    (name) => {
      const last = name.split('.').at(-1)
      const files = methodFiles(name).map((path) => basename(path))
      // The refusals of a method with many tests have a file of their own.
      const main = files.filter((file) => file !== `${last}Refusals.test.ts`)
      expect(main.toSorted()).toEqual([`${last}.test.ts`, `${last}.ts`])
    },
  )

  test.each(all.map(({ name }) => name))('%s is exported by the file of its name', async (name) => {
    const file = methodFiles(name).find((path) => !path.endsWith('.test.ts'))
    const exported: Record<string, unknown> = await import(file ?? '')
    expect(Object.values(exported)).toContainEqual(expect.objectContaining({ name }))
  })

  test.each(all.map((method) => [method.name, method] as const))(
    '%s says what it does and when it refuses, in sentences',
    (_name, method) => {
      expect(method.summary).toMatch(/^[A-Z].*\.$/)
      for (const [code, error] of Object.entries(method.errors)) {
        expect(code).toMatch(/^[a-z][a-z0-9_]*$/)
        const sentences = typeof error === 'string' ? [error] : Object.values(error)
        for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z`].*\.$/)
        expect(commonErrors, `${code} is common to all`).not.toHaveProperty(code)
      }
    },
  )
})
