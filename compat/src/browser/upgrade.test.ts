import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser, signIn } from '#testing/browser'
import { canRunCluster, startCluster } from '#testing/cluster/cluster'
import { directThread } from '#testing/sampleReply'
import { findFreePort, startServer } from '#testing/server'
import { makeOtherBuild } from '#testing/servers/otherBuild'
import { repository } from '#testing/servers/spawnServer'

test('[WEB-2] a page of a build that the server no longer has says so, and is reloaded', async () => {
  const server = await startServer()
  const { page, open } = await signIn(server, 'Ana Lima')
  // The page had no time for these.
  await page.route(/\/assets\/late-/, (route) => route.abort())
  await open(`/c/${directThread.channel}`)
  await server.stop()
  await server.restart(await makeOtherBuild())
  await page.unrouteAll()
  const reload = page.getByTestId('connection').getByRole('button', { name: 'Reload' })
  await reload.waitFor()
  await Promise.all([page.waitForEvent('load'), reload.click()])
  await page.getByRole('textbox', { name: /^Message / }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).waitFor()
  expect(await reload.count()).toBe(0)
})

test.skipIf(!canRunCluster)('[NOD-22] pages load while servers of two builds take turns', async () => {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-upgrade-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }))
  const cluster = startCluster('--nodes', '1', '--port', '0', '--data', home)
  await cluster.ready()
  const [old] = cluster.nodes
  const upgraded = await startNode(await makeOtherBuild(), cluster.store, join(home, 'key'))
  const url = await startProxy(String(old?.url), upgraded)

  const builds = new Set<unknown>()
  for (let n = 0; n < 20 && builds.size < 2; n++) {
    // However many requests a page makes, one of two begins at the other server.
    if (n % 2 === 1) await (await fetch(url)).text()
    const { page } = await openBrowser({ url })
    await page.goto(url)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    builds.add(await page.locator('script[src*="first-"]').getAttribute('src'))
    await page.close()
    // The proxy asks a server that lacked a file last, for a second.
    await sleep(1200)
  }
  expect(builds.size).toBe(2)
})

/** Starts another server on the database of a cluster. Returns its address. */
async function startNode(program: string, store: string, key: string): Promise<string> {
  const child = spawn(program, ['serve', '--json', '--port', '0', '--store', store, '--key', key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const failed = ended.then(() => Promise.reject(new Error('The other build did not start.')))
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), failed])
  return new URL(JSON.parse(String(line)).url).origin
}

/** Starts the proxy of `script/cluster` before these servers. Without a cookie they take turns. Returns its address. */
async function startProxy(...nodes: string[]): Promise<string> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(repository, 'script', 'proxy.ts'), String(port), ...nodes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  await once(child.stdout, 'data')
  return `http://127.0.0.1:${port}`
}
