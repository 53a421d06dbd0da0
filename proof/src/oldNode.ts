import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '..', '..')
/** A Node whose SQLite is too old, and an npm that knows nothing of workspaces. */
const oldNode = '24.0.0'
const oldNpm = '6.14.18'
const probe = '#!/bin/sh\n. "$(dirname "$0")/runtime"\nnode --version\nnpm --version\n'

export interface OldNodeReport {
  proof: 'oldnode'
  machine: string
  turnedAway: string
  replacedBy: string
  faults: string[]
}

/**
 * Installs an old Node and an old npm from the registry. `rivulet` must turn them away in one sentence, and the scripts must
 * replace them. Needs the network.
 */
export async function proveOldNode(print: (line: string) => void): Promise<OldNodeReport> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-oldnode-'))
  try {
    const path = await installOld(home)
    const machine = `Node ${(await run('node', ['--version'], path)).out}, npm ${(await run('npm', ['--version'], path)).out}`
    print(`oldnode: ${machine}`)
    const checkout = await copyCheckout(join(home, 'checkout'))
    const faults: string[] = []

    const turned = await run(join(checkout, 'packages/server/bin/rivulet'), ['serve'], path)
    if (turned.code !== 1 || !/^rivulet: This machine has Node 24\.0\.0, which .*\.$/.test(turned.err))
      faults.push(`rivulet ended with ${turned.code} and said: ${turned.err}`)

    const replaced = await run(join(checkout, 'script/probe'), [], path)
    const replacedBy = replaced.out.replace('\n', ', npm ')
    if (!/^v26\.\S+, npm (7|8|9|\d\d)\.\S+$/.test(replacedBy))
      faults.push(`the scripts ended with ${replaced.code}, had ${replacedBy} and said: ${replaced.err}`)
    return { proof: 'oldnode', machine, turnedAway: turned.err, replacedBy, faults }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Returns a PATH on which these come first. */
async function installOld(home: string): Promise<string> {
  const prefix = join(home, 'machine')
  const node = `node-${process.platform}-${process.arch}`
  await run('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', `${node}@${oldNode}`, `npm@${oldNpm}`])
  const bin = join(prefix, 'bin')
  await mkdir(bin, { recursive: true })
  await symlink(join(prefix, 'node_modules', node, 'bin', 'node'), join(bin, 'node'))
  await symlink(join(prefix, 'node_modules', 'npm', 'bin', 'npm-cli.js'), join(bin, 'npm'))
  return `${bin}:/usr/bin:/bin`
}

/** The scripts of this repository, without anything that was installed for them. Packages count as installed. */
async function copyCheckout(to: string): Promise<string> {
  for (const part of ['script', 'packages/server/bin'])
    await cp(join(repository, part), join(to, part), { recursive: true })
  await mkdir(join(to, 'node_modules'))
  await copyFile(join(repository, 'package-lock.json'), join(to, 'package-lock.json'))
  await copyFile(join(repository, 'package-lock.json'), join(to, 'node_modules', '.installed-lock'))
  await writeFile(join(to, 'script', 'probe'), probe, { mode: 0o755 })
  return to
}

function run(program: string, args: string[], path = process.env['PATH'] ?? '') {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { ...process.env, PATH: path }
    execFile(program, args, { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out: out.trim(), err: err.trim() }),
    )
  })
}
