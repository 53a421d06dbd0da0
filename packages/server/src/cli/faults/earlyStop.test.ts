import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { start } from '#server/start'
import { postgres } from '#testing/database/postgres'
import { createNodes } from '#testing/nodes/nodes'
import { runCommand } from '#testing/server/command'

const quick = ['--port', '0', '--json']
/** What a start makes, in this order. */
const made = ['lock.db', 'rivulet.db', 'holder.json', 'key', 'rivulet.sock']

const signals = ['SIGTERM', 'SIGINT'] as const

describe.each(['serve', 'dev'])(
  '[OPS-16] %s that is told to stop before it is ready',
  { timeout: 120_000 },
  (command) => {
    test('ends with 0, or by the signal as long as it has made nothing', async () => {
      for (const afterMs of [0, 125, 250, 375, 500])
        await Promise.all(
          signals.map(async (signal) => {
            const server = runCommand([command, ...quick])
            await sleep(afterMs)
            await expectCleanEnd(server, signal)
          }),
        )
    })

    test('starts again on what it has made', async () => {
      await Promise.all(
        made.map(async (name, i) => {
          const signal = signals[i % 2]
          const { child, cwd, stop } = runCommand([command, ...quick])
          while (!existsSync(join(cwd, '.rivulet', name)) && child.exitCode === null) await sleep(1)
          const { code, err } = await stop(signal)
          expect([code, withoutBuildNote(err)], name).toEqual([0, ''])
          if (name === made.at(-1)) await stopEarly(command, cwd)
          await expectStart(command, cwd)
        }),
      )
    })
  },
)

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

/** Before Node has begun, a signal ends the process as any other. Nothing was made then, in a directory that was empty. */
async function expectCleanEnd(server: ReturnType<typeof runCommand>, signal: NodeJS.Signals): Promise<void> {
  const { code, out, err } = await server.stop(signal)
  if (code === null) expect([server.child.signalCode, readdirSync(server.cwd), out]).toEqual([signal, [], ''])
  else expect([code, withoutBuildNote(err)]).toEqual([0, ''])
  expect(existsSync(join(server.cwd, '.rivulet/rivulet.sock'))).toBe(false)
}

/** Told to stop in the middle of a start, on data that is there. */
async function stopEarly(command: string, cwd: string): Promise<void> {
  const readHolder = () => readFileSync(join(cwd, '.rivulet/holder.json'), 'utf8')
  const before = readHolder()
  const server = runCommand([command, ...quick], { cwd })
  while (readHolder() === before && server.child.exitCode === null) await sleep(1)
  const { code, err } = await server.stop()
  expect([code, withoutBuildNote(err)]).toEqual([0, ''])
}

async function expectStart(command: string, cwd: string): Promise<void> {
  const server = runCommand([command, ...quick], { cwd })
  expect(await server.ready()).toMatchObject({ ready: true })
  const { code, err } = await server.stop()
  expect([code, withoutBuildNote(err)]).toEqual([0, ''])
}

/** Where a source is newer than the build, the command says so first. */
function withoutBuildNote(err: string): string {
  return err.replace(/^rivulet: The sources are newer than the build.*\n/, '')
}
