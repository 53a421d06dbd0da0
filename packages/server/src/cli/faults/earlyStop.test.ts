import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { start } from '#server/start'
import { postgres } from '#testing/database/postgres'
import { createNodes } from '#testing/nodes/nodes'
import { createTempDirectory, runCommand } from '#testing/server/command'

const quick = ['--port', '0', '--json']
/** What a start makes, in this order. */
const made = ['lock.db', 'rivulet.db', 'holder.json', 'key', 'rivulet.sock']

describe.each(['serve', 'dev'])('[OPS-16] %s that is told to stop before it is ready', (command) => {
  test('ends with 0, and starts again on the same directory', { timeout: 120_000 }, async () => {
    const cwd = createTempDirectory()
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      for (const afterMs of [0, 50, 100, 150, 200, 250, 300, 350, 400]) {
        const server = runCommand([command, ...quick], { cwd })
        await sleep(afterMs)
        await expectCleanEnd(server, signal)
      }
    for (const name of made) {
      const fresh = createTempDirectory()
      const server = runCommand([command, ...quick], { cwd: fresh })
      while (!existsSync(join(fresh, '.rivulet', name)) && server.child.exitCode === null) await sleep(1)
      expect(await server.stop(), name).toMatchObject({ code: 0, err: '' })
      await expectStart(command, fresh)
    }
    await expectStart(command, cwd)
  })
})

test.skipIf(!postgres)('[OPS-16] on PostgreSQL, nothing is left of a node that is told to stop early', async () => {
  const { address, key, query, launch } = await createNodes()
  // What a start says, and when it has taken its place among the nodes.
  const moments = [
    () => true,
    async () => (await query(`select to_regclass('kysely_migration') as made`))[0]?.['made'] !== null,
    async () => (await query('select * from meta')).length > 0,
    async () => (await query('select * from nodes')).length > 0,
  ]
  for (const hasCome of moments) {
    const stopping = new AbortController()
    const config = readConfig({ port: 0, store: address, key }, {})
    const onUnexpectedError = (error: unknown) => expect(error).toBe('none')
    const options = { config, dev: false, workspace: undefined, onUnexpectedError, stopping: stopping.signal }
    const started = start(options).then(
      ({ stop }) => stop(),
      (error: unknown) => error,
    )
    while (!(await hasCome())) await sleep(1)
    stopping.abort()
    expect([undefined, stopping.signal.reason]).toContain(await started)
    for (const table of ['nodes', 'leases']) expect(await query(`select * from ${table}`)).toEqual([])
  }
  await (await launch()).stop()
})

test('[OPS-16] ends with 0 while it waits for a PostgreSQL that says nothing', { timeout: 30_000 }, async () => {
  const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const server = runCommand(['serve', ...quick, '--store', `postgres://ana@127.0.0.1:${port}/one`, '--key', 'key'])
  await once(silent, 'connection')
  const toldAt = Date.now()
  const { code, out, err } = await server.stop()
  expect([code, out, withoutBuildNote(err)]).toEqual([0, '', ''])
  expect(Date.now() - toldAt).toBeLessThan(10_000)
})

/** Before Node has begun, a signal ends the process as any other. Nothing was made then. */
async function expectCleanEnd(server: ReturnType<typeof runCommand>, signal: NodeJS.Signals): Promise<void> {
  const before = readdirSync(server.cwd)
  const { code, out, err } = await server.stop(signal)
  if (code === null) expect([server.child.signalCode, readdirSync(server.cwd), out]).toEqual([signal, before, ''])
  else expect([code, err]).toEqual([0, ''])
  expect(existsSync(join(server.cwd, '.rivulet/rivulet.sock'))).toBe(false)
}

async function expectStart(command: string, cwd: string): Promise<void> {
  const server = runCommand([command, ...quick], { cwd })
  expect(await server.ready()).toMatchObject({ ready: true })
  expect(await server.stop()).toMatchObject({ code: 0, err: '' })
}

/** Where a source is newer than the build, the command says so first. */
function withoutBuildNote(err: string): string {
  return err.replace(/^rivulet: The sources are newer than the build.*\n/, '')
}
