import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commonErrors } from '#rpc/commonErrors'
import { methods } from './index.ts'

const all = [...methods.values()]

describe('the methods', () => {
  test.each(all.map((method) => [method.name, method] as const))(
    '%s is the path of its file, and has a test beside it',
    (name) => {
      const path = name.replaceAll('.', '/')
      expect(existsSync(new URL(`${path}.ts`, import.meta.url))).toBe(true)
      expect(existsSync(new URL(`${path}.test.ts`, import.meta.url))).toBe(true)
    },
  )

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
