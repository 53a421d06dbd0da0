import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const scripts = ['script/start', 'script/runtime', 'script/build', 'packages/server/bin/supported-node']

// Root may write everywhere.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A checkout in which everything is installed and built, and fakes of `node` and `npm` that print versions. */
function createCheckout({ node = '20.0.0', npm = '11.0.0' } = {}) {
  const at = mkdtempSync(join(tmpdir(), 'rivulet-checkout-'))
  onTestFinished(() => rmSync(at, { recursive: true, force: true }))
  for (const path of [...scripts, 'packages/server/bin/rivulet'])
    cpSync(join(root, path), join(at, path), { recursive: true })
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), text, { mode })
  }
  for (const path of ['package-lock.json', 'node_modules/.installed-lock']) write(path, '{}')
  for (const path of [
    'packages/server/src/main.ts',
    'packages/server/vite.config.ts',
    'packages/web/index.html',
    'packages/web/public/a',
    'packages/server/package.json',
    'packages/blocks/src/a.ts',
    'packages/web/src/a.ts',
  ])
    write(path, '')
  write('packages/server/dist/main.cjs', '')
  write('packages/web/dist/.sources', '')
  write('node_modules/.bin/rivulet', '#!/bin/sh\necho "started: $*"', 0o755)
  write('fakes/node', `#!/bin/sh\n[ "$1" = --version ] && echo v${node} || echo "machine: $*"`, 0o755)
  write('fakes/npm', npmScript(npm), 0o755)
  if (nobody.uid) spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, at])
  return { at, write, run, calls }

  function run(script: string, ...args: string[]) {
    const env = { PATH: `${join(at, 'fakes')}:/usr/bin:/bin`, HOME: at, CALLS: join(at, 'calls') }
    const { status, stdout, stderr } = spawnSync(join(at, script), args, { cwd: at, env, encoding: 'utf8', ...nobody })
    return { code: status, out: stdout, err: stderr }
  }
  /** What npm was called with. */
  function calls(): string[] {
    return existsSync(join(at, 'calls')) ? readFileSync(join(at, 'calls'), 'utf8').trim().split('\n') : []
  }
}

/** Installs the packages that it is asked for, as far as the scripts look at them. */
function npmScript(version: string): string {
  return `#!/bin/sh
case $1 in
  --version) echo ${version}; exit ;;
  config) echo https://registry.example/; exit ;;
  run) mkdir -p packages/web/dist ;;
esac
echo "$*" >>"$CALLS"
case "$1 $*" in
  ping*) [ ! -e offline ] || { echo "npm error code ENOTFOUND" >&2; exit 1; } ;;
  install*) [ ! -e offline ] || exit 1 ;;
esac
case $* in *--prefix*)
  bin=.runtime/node_modules/$(echo "$*" | sed 's/.* \\(node-[a-z0-9-]*\\)@.*/\\1/')/bin
  mkdir -p $bin .runtime/node_modules/npm/bin
  printf '#!/bin/sh\\n[ "$1" = --version ] && echo v26.10.0' >$bin/node
  cp "$0" .runtime/node_modules/npm/bin/npm-cli.js
  chmod +x $bin/node
esac
exit 0
`
}

describe('script/start', () => {
  test.each([
    ['14.21.3', true],
    ['22.20.0', true],
    ['24.0.0', true],
    ['24.14.1', true],
    ['25.0.0', true],
    ['25.8.1', true],
    ['24.15.0', false],
    ['25.8.2', false],
    ['25.9.0', false],
    ['26.0.0', false],
    ['27.0.0-nightly20261101', false],
  ])('with Node %s installs another one: %s', (node, isReplaced) => {
    const { run, calls } = createCheckout({ node })
    expect(run('script/start', '--port', '0')).toMatchObject({ code: 0, out: 'started: dev --port 0\n' })
    expect(calls().some((call) => call.includes('--prefix .runtime'))).toBe(isReplaced)
  })

  test('with npm 6 installs npm too, because npm 6 knows nothing of workspaces', () => {
    const { run, calls } = createCheckout({ node: '26.0.0', npm: '6.14.18' })
    expect(run('script/start')).toMatchObject({ code: 0, out: 'started: dev\n' })
    expect(calls()).toContainEqual(expect.stringMatching(/^install .*--prefix .runtime .*node-\S+@26\S* npm@11/))
  })

  test('prints nothing and installs nothing where everything is there', () => {
    const { run, calls, at } = createCheckout()
    run('script/start')
    rmSync(join(at, 'calls'))
    expect(run('script/start')).toEqual({ code: 0, out: 'started: dev\n', err: '' })
    expect(calls()).toEqual([])
  })

  test('without a network says so, and tries what npm has kept', () => {
    const { run, write, calls } = createCheckout({ node: '26.0.0' })
    write('offline', '')
    write('node_modules/.installed-lock', 'older')
    const { code, err } = run('script/start')
    expect(code).toBe(1)
    expect(err).toContain('npm cannot reach its registry, https://registry.example/')
    expect(err).toContain('Connect this machine to the network and run this again.')
    expect(calls()).toEqual([
      expect.stringMatching(/^ping --fetch-retries=0/),
      expect.stringMatching(/^install --offline/),
    ])
  })

  test('in a folder that can only be read says what is missing', () => {
    const { run, write, at } = createCheckout({ node: '26.0.0' })
    write('node_modules/.installed-lock', 'older')
    chmodSync(at, 0o555)
    const { code, err } = run('script/start')
    expect(code).toBe(1)
    expect(err).toContain('This folder cannot be written to, and packages are missing in it')
  })
})

describe('npm run build', () => {
  test('calls the build of each package in its folder, which every npm can', () => {
    const { scripts: all } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(all['build']).not.toMatch(/ -w|--workspace/)
  })
})

describe('rivulet', () => {
  test.each(['20.19.0', '24.14.1', '25.8.1'])('turns Node %s away in words', (node) => {
    const { code, err } = createCheckout({ node }).run('packages/server/bin/rivulet', 'serve')
    expect(code).toBe(1)
    expect(err).toBe(
      `rivulet: This machine has Node ${node}, which cannot run the server. Install Node 24.15, 25.8.2, 26 or newer; ./script/start brings one with it.\n`,
    )
  })

  test('runs the build, and says so where the sources are newer than it', () => {
    const { run, at } = createCheckout({ node: '26.0.0' })
    const source = join(at, 'packages/server/src/main.ts')
    const past = new Date(Date.now() - 60_000)
    for (const path of ['src', 'src/main.ts', 'package.json', '../blocks/src', '../blocks/src/a.ts'])
      utimesSync(join(at, 'packages/server', path), past, past)
    expect(run('packages/server/bin/rivulet', 'serve')).toMatchObject({
      out: expect.stringContaining('dist/runBuild.cjs serve'),
      err: '',
    })

    utimesSync(source, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000))
    const served = run('packages/server/bin/rivulet', 'serve')
    expect(served.out).toContain('src/main.ts serve')
    expect(served.err).toContain('The sources are newer than the build')
    expect(run('packages/server/bin/rivulet', 'dev').err).toBe('')
  })
})
