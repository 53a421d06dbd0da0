import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { methods } from '#methods/index'
import { methodFiles } from '#testing/calls/methodFiles'

const root = join(import.meta.dirname, '..', '..', '..')
const copy = mkdtempSync(join(tmpdir(), 'rivulet-fence-'))
cpSync(join(root, '.oxlintrc.json'), join(copy, '.oxlintrc.json'))
afterAll(() => rmSync(copy, { recursive: true }))

/** What the linter says of a file with this import at this place. */
function planted(place: string, imported: string): string {
  const file = join(copy, place, 'planted.ts')
  mkdirSync(join(copy, place), { recursive: true })
  writeFileSync(file, `import { thing } from '${imported}'\n\nthing()\n`)
  try {
    return execFileSync(join(root, 'node_modules', '.bin', 'oxlint'), [file], { cwd: copy, encoding: 'utf8' })
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  } finally {
    rmSync(file)
  }
}

describe('the fence between the floors', () => {
  test.each([
    ['packages/server/src/store', '#domain/ts'],
    ['packages/server/src/bus', '#store/db'],
    ['packages/server/src/domain', '#rpc/method'],
    ['packages/server/src/domain/streams', '#feed/feed'],
    ['packages/server/src/domain', 'zod'],
    ['packages/server/src/rpc', '#methods/index'],
    ['packages/server/src/methods/chat', '#http/api/api'],
    ['packages/server/src/methods/chat', '#store/sqlite/open'],
    ['packages/server/src/http', '#feed/feed'],
    ['packages/server/src/http', '#start'],
    ['packages/server/src/delivery', '#http/api/api'],
    ['packages/server/src/delivery', '#methods/index'],
    ['packages/server/src/workspace', '#http/api/api'],
    ['packages/server/src/interactions', '#http/api/api'],
    ['packages/server/src/interactions', '#feed/feed'],
    ['packages/server/src/documents', '#domain/ts'],
    ['packages/blocks/src', 'node:fs'],
    ['packages/web/src/app', '../store/client.ts'],
  ])('%s may not import %s', (place, imported) => {
    expect(planted(place, imported)).toContain('no-restricted-imports')
  })

  test.each([
    ['packages/server/src/domain', '#store/db'],
    ['packages/server/src/methods/chat', '#domain/channels/postingRules'],
    ['packages/server/src/methods/apps/manifest', '#documents/manifest'],
    ['packages/server/src/http', '#methods/index'],
    ['packages/server/src/delivery', '#domain/channels/find'],
    ['packages/server/src/cli', '#http/api/api'],
  ])('%s may import %s', (place, imported) => {
    expect(planted(place, imported)).not.toContain('no-restricted-imports')
  })
})

describe('the methods', () => {
  test.each([...methods.keys()])('%s stands in the file of its name', async (name) => {
    const file = methodFiles(name).find((path) => !path.endsWith('.test.ts'))
    const exported: Record<string, unknown> = await import(file ?? '')
    expect(Object.values(exported)).toContainEqual(expect.objectContaining({ name }))
  })
})
