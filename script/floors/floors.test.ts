import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listSources, readImports } from './imports.ts'
import { judgeCount, judgeImports, judgePlaces, judgeTable } from './judge.ts'
import { withPicture } from './picture.ts'
import { floors } from './table.ts'
import { plant, root, server } from './testing/plant.ts'

/** Returns the faults of a file with this text, when the files `others` exist too. */
function judge(path: string, text: string, others: string[] = []): string[] {
  const copy = plant({ ...Object.fromEntries(others.map((other) => [other, ''])), [path]: text })
  return judgeImports(floors, readImports(copy))
}

describe('the floors', () => {
  test.each([
    ['http', '#feed/feed'],
    ['http', '#interactions/press'],
    ['http', '#server/start'],
    ['http/api', '#store/sqlite/open'],
    ['http', 'kysely'],
    ['feed', '#http/api/api'],
    ['feed', '#delivery/outbox/outbox'],
    ['interactions', '#http/api/api'],
    ['interactions', '#feed/feed'],
    ['delivery', '#http/api/api'],
    ['delivery/outbox', '#methods/index'],
    ['methods/chat', '#http/api/api'],
    ['methods/chat', '#store/sqlite/open'],
    ['methods/chat', '#store/db'],
    ['methods/chat', 'kysely'],
    ['objects', '#methods/index'],
    ['objects', '#store/db'],
    ['rpc', '#methods/index'],
    ['rpc', '#objects/message'],
    ['workspace', '#http/api/api'],
    ['workspace', '#store/migrate'],
    ['domain', '#rpc/method'],
    ['domain/streams', '#feed/feed'],
    ['domain', '#bus/bus'],
    ['domain', '#workspace/load'],
    ['domain', '#store/postgres/open'],
    ['domain', 'zod'],
    ['domain', 'ws'],
    ['domain', 'fastify/types'],
    ['domain', 'node:http'],
    ['documents', '#domain/ts'],
    ['documents', '#store/db'],
    ['store/sqlite', '#domain/ts'],
    ['store', '#store/sqlite/open'],
    ['store', '#domain/ts'],
    ['store', '#bus/bus'],
    ['bus', '#store/db'],
    ['server', '#cli/command'],
    ['cli', '#store/sqlite/open'],
    ['cli', '#testing/server/server'],
  ])('%s may not import %s', (room, specifier) => {
    const others = [`${server}/${specifier.slice(1)}.ts`]
    expect(judge(`${server}/${room}/planted.ts`, `import { thing } from '${specifier}'\n`, others)).toHaveLength(1)
  })

  test.each([
    ['cli', '#http/api/api'],
    ['cli', '#server/start'],
    ['server', '#store/sqlite/open'],
    ['http', '#methods/index'],
    ['feed', '#bus/bus'],
    ['interactions', '#delivery/http/client'],
    ['delivery', '#domain/channels/find'],
    ['methods/chat', '#domain/channels/postingRules'],
    ['methods/apps/manifest', '#documents/manifest'],
    ['methods/chat', '#methods/chat/update'],
    ['objects', '#rpc/method'],
    ['rpc', '#domain/refusal'],
    ['workspace', '#documents/problems'],
    ['domain', '#store/db'],
    ['domain', 'kysely'],
    ['documents', 'zod'],
    ['store/sqlite', '#store/migrate'],
    ['testing/server', '#server/start'],
  ])('%s may import %s', (room, specifier) => {
    const others = [`${server}/${specifier.slice(1)}.ts`]
    expect(judge(`${server}/${room}/planted.ts`, `import { thing } from '${specifier}'\n`, others)).toEqual([])
  })

  test.each([
    ['packages/blocks/src/planted.ts', 'node:fs', ''],
    ['packages/blocks/src/planted.ts', 'rivulet/feedProtocol', `${server}/feed/protocol.ts`],
    ['packages/web/src/app/planted.tsx', 'rivulet/domain/ts', `${server}/domain/ts.ts`],
    ['packages/web/src/app/planted.tsx', '#testing/render.tsx', 'packages/web/src/testing/render.tsx'],
    ['packages/web/src/app/planted.tsx', '../store/client.ts', 'packages/web/src/store/client.ts'],
    ['proof/src/planted.ts', '@rivulet/blocks/types', 'packages/blocks/src/types.ts'],
    [`${server}/domain/planted.test.ts`, '../ts.ts', `${server}/ts.ts`],
    [`${server}/domain/planted.ts`, '#domain/nowhere', ''],
  ])('%s may not import %s', (path, specifier, other) => {
    expect(judge(path, `import { thing } from '${specifier}'\n`, [other].filter(Boolean))).toHaveLength(1)
  })

  test('server files that the web client loads import only types, except from their own floor', () => {
    const copy = plant({
      'packages/web/src/app/planted.tsx': "import { isFrame } from 'rivulet/feedProtocol'\n",
      [`${server}/feed/protocol.ts`]: "import type { A } from '#domain/a'\nimport { limits } from './limits.ts'\n",
      [`${server}/feed/limits.ts`]: "import '@rivulet/blocks/block'\nimport { a } from '#domain/a'\nimport 'ws'\n",
      [`${server}/domain/a.ts`]: '',
      'packages/blocks/src/block.ts': '',
    })
    expect(judgeImports(floors, readImports(copy)).map((line) => line.split(' ')[0])).toEqual([
      `${server}/feed/limits.ts:2`,
      `${server}/feed/limits.ts:3`,
    ])
  })

  test.each([
    "import { type Tx } from '#store/db'",
    "import '#store/db'",
    "export { write } from '#store/db'",
    "export * from '#store/db'",
    "export const open = () => import('#store/db')",
  ])('a floor that may only import types may not use %s', (text) => {
    expect(judge(`${server}/rpc/planted.ts`, text, [`${server}/store/db.ts`])).toHaveLength(1)
  })

  test.each([
    "import type { Tx } from '#store/db'",
    "export type { Tx } from '#store/db'",
    "export type Tx = import('#store/db').Tx",
  ])('a floor that may only import types may use %s', (text) => {
    expect(judge(`${server}/rpc/planted.ts`, text, [`${server}/store/db.ts`])).toEqual([])
    expect(judge(`${server}/documents/planted.ts`, text, [`${server}/store/db.ts`])).toHaveLength(1)
  })

  test('a floor names only floors below it', () => {
    expect(judgeTable(floors)).toEqual([])
    expect(judgeTable(floors.toReversed())).not.toEqual([])
  })

  test('every floor has a folder or a file', () => {
    const sources = listSources(root)
    for (const floor of floors) {
      const { name, at = [`${server}/${name}`] } = floor
      for (const place of at) expect(sources.some((path) => path === place || path.startsWith(`${place}/`))).toBe(true)
    }
  })

  test('a file without a floor is reported', () => {
    const paths = [`${server}/newFolder/planted.ts`, 'newPackage/planted.mjs']
    expect(
      judgePlaces(floors, [...paths, `${server}/domain/planted.ts`, `${server}/newFolder/planted.test.ts`]),
    ).toEqual(paths.map((path) => expect.stringContaining(path)))
  })

  test('a file that cannot be parsed is an error', () => {
    expect(() => judge(`${server}/domain/planted.ts`, 'import {')).toThrow('cannot be parsed')
  })

  test('finding few imports or none is a fault', () => {
    const sources = listSources(root)
    const imports = readImports(root, sources)
    expect(judgeCount(sources, imports)).toEqual([])
    expect(judgeCount(sources, imports.slice(0, 1000))).toHaveLength(1)
    expect(judgeCount([], [])).toHaveLength(1)
  })
})

describe('the diagram', () => {
  test('stays between its marks when it is drawn again', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const drawn = withPicture(text, floors)
    expect(withPicture(drawn, floors)).toBe(drawn)
    expect(() => withPicture('no marks', floors)).toThrow('marks for the floors are missing')
  })
})
