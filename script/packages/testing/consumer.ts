import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** What the examples import beside the packages, and what checks and runs them. */
const own = ['@slack/bolt', '@types/node', '@types/react', 'fast-check', 'react', 'typescript', 'vitest']

export const packages = [
  { folder: 'blocks', name: '@rivulet/blocks', file: 'rivulet-blocks' },
  { folder: 'server', name: 'rivulet', file: 'rivulet' },
  { folder: 'testing', name: '@rivulet/testing', file: 'rivulet-testing' },
]

export type Consumer = ReturnType<typeof createConsumer>

/**
 * An empty project outside of the repository, in which the tarballs of a folder are installed. npm installs them if
 * `isFromRegistry`. Otherwise they are unpacked, and of npm there is what they declare, as it is installed in the repository.
 */
export function createConsumer(tarballs: string, isFromRegistry: boolean) {
  const at = mkdtempSync(join(tmpdir(), 'rivulet-consumer-'))
  const modules = join(at, 'node_modules')
  write('package.json', JSON.stringify({ private: true, type: 'module' }))
  const files = packages.map(({ file }) => join(tarballs, `${file}-${versionOf(file)}.tgz`))
  if (isFromRegistry) {
    const wanted = own.map((name) => `${name}@${readJson(join(root, 'node_modules', name)).version}`)
    const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...files, ...wanted]
    execFileSync('npm', install, { cwd: at, stdio: 'inherit' })
  } else place(files)
  return { at, modules, write, run, start, manifestOf, remove: () => rmSync(at, { recursive: true, force: true }) }

  /** Writes a file of the project. */
  function write(path: string, text: string): void {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), text)
  }

  /** Runs a program in the project to its end. Throws what it printed if it fails. */
  function run(program: string, ...args: string[]): string {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: at, encoding: 'utf8', env: environment() })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
    return stdout
  }

  /** Starts a program in the project. Returns what it has printed once that contains `words`. */
  async function start(words: RegExp, env: Record<string, string>, program: string, ...args: string[]) {
    const options = { cwd: at, env: { ...environment(), ...env }, detached: true }
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (out += text))
    const ended = once(child, 'close')
    while (!words.test(out)) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}:\n${out}`)
      await Promise.race([once(child.stdout, 'data'), ended])
    }
    return { out, interrupt }

    /** What Ctrl+C does: it reaches `npx` and what that runs. Returns the exit code. */
    async function interrupt(): Promise<unknown> {
      process.kill(-(child.pid ?? 0), 'SIGINT')
      return (await ended)[0]
    }
  }

  function manifestOf(name: string): Record<string, object> & { version: string } {
    return readJson(join(modules, name))
  }

  function place(archives: string[]): void {
    for (const [index, { name }] of packages.entries()) {
      const folder = join(modules, name)
      mkdirSync(folder, { recursive: true })
      execFileSync('tar', ['-xzf', archives[index] ?? '', '--strip-components=1', '-C', folder])
      const { dependencies, bin = {} } = readJson(folder)
      for (const dependency of Object.keys(dependencies)) link(dependency)
      for (const [command, path] of Object.entries<string>(bin)) {
        mkdirSync(join(modules, '.bin'), { recursive: true })
        chmodSync(join(folder, path), 0o755)
        symlinkSync(join('..', name, path), join(modules, '.bin', command))
      }
    }
    for (const name of own) link(name)
  }

  function link(name: string): void {
    const path = join(modules, name)
    if (packages.some((one) => one.name === name) || existsSync(path)) return
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), path)
  }
}

/** Nothing of the test run but where programs are. */
function environment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME }
}

function versionOf(file: string): string {
  const { folder = '' } = packages.find((one) => one.file === file) ?? {}
  return readJson(join(root, 'packages', folder)).version
}

function readJson(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
