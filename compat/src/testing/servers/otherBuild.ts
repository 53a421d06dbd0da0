import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { repository } from './spawnServer.ts'

/**
 * Copies the built server, with a web client of another build: its assets have other names. Returns its command `rivulet`.
 */
export async function makeOtherBuild(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-build-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const server = join(repository, 'packages', 'server')
  for (const name of ['bin', 'dist', 'package.json', 'openapi.json', 'control-openapi.json', 'workspaces'])
    await cp(join(server, name), join(home, name), { recursive: true, preserveTimestamps: true })
  await symlink(join(repository, 'node_modules'), join(home, 'node_modules'))
  const client = join(home, 'client')
  await cp(join(repository, 'packages', 'web', 'dist'), client, { recursive: true, filter: isNotCompressed })
  await renameAssets(client)
  return join(home, 'bin', 'rivulet')
}

async function renameAssets(client: string): Promise<void> {
  const assets = join(client, 'assets')
  const renamed = new Map((await readdir(assets)).map((name) => [name, withOtherHash(name)]))
  const texts = [...[...renamed.keys()].map((name) => join('assets', name)), 'index.html', 'sw.js']
  for (const path of texts.filter((name) => /\.(js|css|html)$/.test(name))) {
    const text = await readFile(join(client, path), 'utf8')
    await writeFile(
      join(client, path),
      text.replaceAll(/[\w.-]+\.(?:js|css|woff2)/g, (name) => renamed.get(name) ?? name),
    )
  }
  for (const [name, other] of renamed) {
    await cp(join(assets, name), join(assets, other))
    await rm(join(assets, name))
  }
}

function withOtherHash(name: string): string {
  return name.replace(/.{8}(?=\.\w+$)/, (hash) => [...hash].toReversed().join(''))
}

function isNotCompressed(path: string): boolean {
  return !/\.(br|gz)$/.test(path)
}
