import { describe, expect, test } from 'vitest'
import { listSources } from './imports.ts'
import { judgeRooms } from './rooms.ts'
import { plant, server } from './testing/plant.ts'

describe('sizes', () => {
  const lines = (count: number) => '\n'.repeat(count)

  test('a folder has at most fifteen files besides its tests', () => {
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${server}/domain/a${i}.ts`, '']))
    const names = ['a.test.ts', 'b/b.ts'].map((name) => `${server}/domain/${name}`)
    const uncounted = Object.fromEntries(names.map((name) => [name, '']))
    const judgeFiles = (count: number) => {
      const copy = plant({ ...uncounted, ...files(count) })
      return judgeRooms(copy, listSources(copy))
    }
    expect(judgeFiles(15)).toEqual([])
    expect(judgeFiles(16)).toEqual([`${server}/domain has 16 files besides its tests, at most 15.`])
  })

  test.each([
    [`${server}/domain/a.ts`, 250],
    [`${server}/domain/a.test.ts`, 250],
    ['packages/web/src/app/App.module.css', 250],
    [`${server}/testing/calls/helper.ts`, 150],
  ])('%s has at most %i lines', (path, most) => {
    const judgeLines = (count: number) => judgeRooms(plant({ [path]: lines(count) }), [path])
    expect(judgeLines(most)).toEqual([])
    expect(judgeLines(most + 1)).toEqual([`${path} has ${most + 1} lines, at most ${most}.`])
  })

  test('generated files and fixtures may have any size', () => {
    const copy = plant({
      'packages/blocks/src/emoji.generated.ts': lines(1000),
      'packages/server/test/fixtures/calls.ts': lines(1000),
      'packages/server/dist/main.cjs': lines(1000),
    })
    expect(listSources(copy)).toEqual([])
  })
})
