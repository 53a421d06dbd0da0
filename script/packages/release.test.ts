import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const released = '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-12-01\n\n- Streams\n'

/** A committed checkout in which everything is installed and built. */
function createCheckout({ changelog = released, versions = ['0.1.0', '0.1.0', '0.1.0'] } = {}) {
  const at = mkdtempSync(join(tmpdir(), 'rivulet-release-'))
  onTestFinished(() => rmSync(at, { recursive: true, force: true }))
  for (const path of ['release', 'runtime', 'build', 'packages'])
    cpSync(join(root, 'script', path), join(at, 'script', path), { recursive: true })
  cpSync(join(root, 'packages/server/bin'), join(at, 'packages/server/bin'), { recursive: true })
  write('.gitignore', 'node_modules/\ndist/\nrelease/\n')
  write('CHANGELOG.md', changelog)
  write(
    'package.json',
    JSON.stringify({
      type: 'module',
      scripts: { build: 'mkdir -p packages/server/dist packages/web/dist && touch packages/server/dist/main.cjs' },
    }),
  )
  for (const path of ['package-lock.json', 'node_modules/.installed-lock']) write(path, '{}')
  for (const [index, name] of ['blocks', 'server', 'testing'].entries())
    write(`packages/${name}/package.json`, JSON.stringify({ version: versions[index] }))
  for (const path of [
    'packages/web/index.html',
    'packages/web/public/a',
    'packages/web/src/a',
    'packages/web/vite.config.ts',
  ])
    write(path, '')
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'All'],
  ])
    execFileSync('git', args, { cwd: at })
  return { at, write, release, check }

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), text)
  }

  function release(...args: string[]) {
    return run(join(at, 'script/release'), ...args)
  }
  /** Without the shell script, which sets everything up first. */
  function check(...args: string[]) {
    return run(process.execPath, join(at, 'script/packages/release.ts'), '--check', ...args)
  }
  function run(program: string, ...args: string[]) {
    const { status, stderr } = spawnSync(program, args, { cwd: at, encoding: 'utf8' })
    return {
      code: status,
      said: stderr
        .replaceAll(/^~~~.*\n/gm, '')
        .trimEnd()
        .split('\n'),
    }
  }
}

describe('script/release', () => {
  test('finds nothing against a committed tree whose version has a section with a date', () => {
    const { release, at } = createCheckout()
    expect(release('--check')).toEqual({ code: 0, said: [''] })
    expect(existsSync(join(at, 'packages/server/dist/main.cjs'))).toBe(true)
  })

  test('refuses a tree with changes, and builds nothing', () => {
    const { release, write, at } = createCheckout()
    write('packages/blocks/new.ts', '')
    write('CHANGELOG.md', `${released}- More\n`)
    expect(release()).toEqual({
      code: 1,
      said: [
        'There is no release:',
        '- The tree has changes that are not committed: CHANGELOG.md, packages/blocks/new.ts. Commit them or take them back.',
      ],
    })
    for (const path of ['release', 'packages/server/dist']) expect(existsSync(join(at, path))).toBe(false)
  })

  test.each([
    ['## Unreleased\n\n- Streams\n', 'CHANGELOG.md has no section for 0.1.0.'],
    ['## 0.1.0\n\n- Streams\n', 'The section "0.1.0" of CHANGELOG.md has no date.'],
    ['## 0.1.0 - 2026-02-30\n\n- Streams\n', 'The section "0.1.0 - 2026-02-30" of CHANGELOG.md has no date.'],
    [
      '## 0.1.0 - 2026-12-01\n\n## 0.0.1 - 2026-01-01\n\n- Streams\n',
      'The section "0.1.0 - 2026-12-01" of CHANGELOG.md is empty.',
    ],
    [
      '## Unreleased\n\n- More\n\n## 0.1.0 - 2026-12-01\n\n- Streams\n',
      'CHANGELOG.md still lists changes under "Unreleased".',
    ],
  ])('refuses the changelog %j', (changelog, reason) => {
    const { code, said } = createCheckout({ changelog }).check()
    expect(code).toBe(1)
    expect(said).toEqual(['There is no release:', expect.stringContaining(`- ${reason}`)])
  })

  test('refuses packages of several versions', () => {
    const { said } = createCheckout({ versions: ['0.1.0', '0.1.0', '0.2.0'] }).check()
    expect(said[1]).toBe(
      '- The packages are released together and have several versions: blocks 0.1.0, server 0.1.0, testing 0.2.0.',
    )
  })

  test('says what it does not know, and what it needs', () => {
    const { check, at } = createCheckout()
    expect(check('--daft')).toEqual({
      code: 1,
      said: [expect.stringContaining("Unknown option '--daft'")],
    })
    rmSync(join(at, '.git'), { recursive: true })
    expect(check().said).toEqual([expect.stringContaining('not a git repository')])
  })
})
