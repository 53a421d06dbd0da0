import { describe, expect, test } from 'vitest'
import { findCycles } from './cycles.ts'
import { readImports } from './imports.ts'
import { plant, server } from './testing/plant.ts'

describe('import cycles', () => {
  test.each([
    ["import type { B } from './b.ts'"],
    ["import { type B } from '#domain/b'"],
    ["export type { B } from './b.ts'"],
    ["export type A = import('./b.ts').B"],
    ["export const b = () => import('./b.ts')"],
  ])('with %s are found', (text) => {
    const copy = plant({
      [`${server}/domain/a.ts`]: text,
      [`${server}/domain/b.ts`]: "export { c } from '#domain/c'\n",
      [`${server}/domain/c.ts`]: "import type { A } from './a.ts'\n",
      [`${server}/domain/d.ts`]: "import type { A } from './a.ts'\n",
    })
    expect(findCycles(readImports(copy)).map((cycle) => cycle.toSorted())).toEqual([
      expect.arrayContaining([`${server}/domain/a.ts`, `${server}/domain/b.ts`, `${server}/domain/c.ts`]),
    ])
  })

  test('two paths to the same file are not a cycle', () => {
    const copy = plant({
      [`${server}/domain/a.ts`]: "import './b.ts'\nimport './c.ts'\n",
      [`${server}/domain/b.ts`]: "import './c.ts'\n",
      [`${server}/domain/c.ts`]: '',
    })
    expect(findCycles(readImports(copy))).toEqual([])
  })
})
