import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { methods } from '#methods/index'

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
    ['packages/server/src/domain/streams', '#delivery/feed'],
    ['packages/server/src/domain', 'zod'],
    ['packages/server/src/rpc', '#methods/index'],
    ['packages/server/src/methods/chat', '#http/api'],
    ['packages/server/src/methods/chat', '#store/sqlite'],
    ['packages/server/src/http', '#delivery/feed'],
    ['packages/server/src/http', '#start'],
    ['packages/server/src/delivery', '#http/api'],
    ['packages/server/src/delivery', '#methods/index'],
    ['packages/server/src/workspace', '#http/api'],
    ['packages/server/src/apps', '#http/api'],
    ['packages/server/src/apps', '#delivery/feed'],
    ['packages/server/src/documents', '#domain/ts'],
    ['packages/blocks/src', 'node:fs'],
    ['packages/web/src/app', '../store/client.ts'],
  ])('%s may not import %s', (place, imported) => {
    expect(planted(place, imported)).toContain('no-restricted-imports')
  })

  test.each([
    ['packages/server/src/domain', '#store/db'],
    ['packages/server/src/methods/chat', '#domain/posting'],
    ['packages/server/src/methods/apps/manifest', '#documents/manifest'],
    ['packages/server/src/http', '#methods/index'],
    ['packages/server/src/delivery', '#domain/channels'],
    ['packages/server/src/cli', '#http/api'],
  ])('%s may import %s', (place, imported) => {
    expect(planted(place, imported)).not.toContain('no-restricted-imports')
  })
})

describe('the methods', () => {
  test.each([...methods.keys()])('%s stands in the file of its name', async (name) => {
    const file = join(import.meta.dirname, '..', 'src', 'methods', `${name.replaceAll('.', '/')}.ts`)
    const exported: Record<string, unknown> = await import(file)
    expect(Object.values(exported)).toContainEqual(expect.objectContaining({ name }))
  })
})
