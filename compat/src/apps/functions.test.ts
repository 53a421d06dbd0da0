import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { boltVersions, createBoltApp } from '#testing/bolt'
import { type Server, startServer } from '#testing/server'

const manifest = {
  display_information: { name: 'Calc' },
  oauth_config: { scopes: { bot: ['chat:write'] } },
  functions: {
    double: {
      title: 'Double',
      input_parameters: { number: { type: 'integer', is_required: true } },
      output_parameters: { result: { type: 'integer', is_required: true } },
    },
  },
  settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['function_executed'] } },
}
const file = {
  version: 1,
  teams: [{ id: 'T0ACME', name: 'Acme', domain: 'acme', users: [{ id: 'U0ANA', name: 'ana' }] }],
  apps: [{ id: 'A0CALC', installed_in: ['T0ACME'], manifest }],
  tokens: [
    { token: 'xoxb-acme-calc', kind: 'bot', app: 'A0CALC', team: 'T0ACME' },
    { token: 'xapp-acme-calc', kind: 'app', app: 'A0CALC' },
  ],
}

async function startCalcServer(): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-functions-'))
  onTestFinished(() => rm(home, { recursive: true }))
  await writeFile(join(home, 'calc.json'), JSON.stringify(file))
  return startServer({ workspace: join(home, 'calc.json') })
}

async function runDouble(server: Server, number: unknown) {
  const body = JSON.stringify({ team: 'T0ACME', app: 'calc', callback_id: 'double', inputs: { number } })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const { execution } = (await (await fetch(`${server.url}/control/function`, init)).json()) as { execution: string }
  const address = `${server.url}/control/function?team=T0ACME&execution=${execution}`
  return async () => (await (await fetch(address)).json()) as Record<string, unknown>
}

describe.each(boltVersions)('%s', (_version, Bolt) => {
  test('[FUN-1, FUN-3, FUN-4] runs a function and says how it ended', async () => {
    const server = await startCalcServer()
    const app = createBoltApp(server, 'calc', Bolt)
    app.function('double', async ({ inputs, complete, fail }) => {
      const { number } = inputs
      if (typeof number === 'number') await complete({ outputs: { result: number * 2 } })
      else await fail({ error: 'That is no number.' })
    })
    await app.start()
    const good = await runDouble(server, 21)
    await expect.poll(good, { timeout: 10_000 }).toEqual({ state: 'completed', outputs: { result: 42 }, error: null })
    const bad = await runDouble(server, 'x')
    await expect.poll(bad, { timeout: 10_000 }).toMatchObject({ state: 'failed', error: 'That is no number.' })
  })
})
