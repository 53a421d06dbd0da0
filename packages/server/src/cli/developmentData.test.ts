import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTempDirectory, runCommand } from '#testing/server/command'

const serve = (cwd: string) => runCommand(['serve', '--json', '--port', '0', '--data', 'data'], { cwd })
const note = /^rivulet: A development server has run on this data: .* Do not serve it to a team/m

test('[OPS-13] `serve` says at each start that a development server made tokens that are valid', async () => {
  const cwd = createTempDirectory()
  const dev = runCommand(['dev', '--json', '--port', '0', '--data', 'data'], { cwd })
  const { url } = await dev.ready()
  expect((await fetch(`${url}/control/reset`, { method: 'POST' })).ok).toBe(true)
  expect((await dev.stop()).err).not.toMatch(note)
  for (let times = 0; times < 2; times++) {
    const server = serve(cwd)
    await server.ready()
    expect((await server.stop()).err).toMatch(note)
  }
  const clean = serve(createTempDirectory())
  await clean.ready()
  expect((await clean.stop()).err).not.toMatch(note)
})

test('[OPS-13] `dev` is opened to others by who starts it, and not by a file that is there', async () => {
  const cwd = createTempDirectory()
  const flags = ['--json', '--port', '0', '--data', 'data']
  writeFileSync(join(cwd, 'rivulet.config.yaml'), 'host: 0.0.0.0\n')
  const { code, err } = await runCommand(['dev', ...flags], { cwd }).ended
  expect(err).toBe(
    'rivulet: rivulet.config.yaml: host is "0.0.0.0", and whoever reaches a development server can read and do everything. To open it all the same, start it with --host 0.0.0.0\n',
  )
  expect([code, existsSync(join(cwd, 'data'))]).toEqual([2, false])
  for (const [args, env] of [
    [['--host', '127.0.0.1'], {}],
    [[], { RIVULET_HOST: '0.0.0.0' }],
  ] as const) {
    const server = runCommand(['dev', ...flags, ...args], { cwd, env })
    expect(await server.ready()).toMatchObject({ ready: true })
    await server.stop()
  }
  writeFileSync(join(cwd, 'rivulet.config.yaml'), 'host: localhost\n')
  await runCommand(['dev', ...flags], { cwd }).ready()
})
