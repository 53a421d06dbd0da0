import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ConfigName, environmentName, flagName } from '#config'
import { createTempDirectory, runCommand } from '#testing/server/command'

/** For each setting a value, and one that is refused, if any is. A new setting needs a line here. */
const examples: Record<ConfigName, { value: string; means?: unknown; wrong?: string }> = {
  port: { value: '7171', means: 7171, wrong: 'seven' },
  host: { value: '::1' },
  data: { value: '/srv/rivulet' },
  workspace: { value: 'team.yaml' },
  store: { value: 'postgres://ana:secret@db/chat', means: 'postgres://ana:***@db/chat', wrong: 'mysql://db' },
  key: { value: '/etc/rivulet/key' },
  files: { value: 's3://bucket/team?region=eu-1', wrong: 'files/team' },
  bus: { value: 'redis://cache', wrong: 'cache' },
  metrics: { value: '9464', means: '127.0.0.1:9464', wrong: 'sometimes' },
  public_url: {
    value: 'https://Chat.example.org/',
    means: 'https://chat.example.org',
    wrong: 'https://example.org/chat',
  },
  max_connections: { value: '500', means: 500, wrong: 'many' },
  max_connections_per_address: { value: '50', means: 50, wrong: '0' },
  socket_lifetime: { value: '2h', wrong: 'banana' },
  trusted_proxies: { value: 'loopback,192.0.2.1', means: ['loopback', '192.0.2.1'], wrong: 'nearby' },
  profile: { value: 'slack', wrong: 'teams' },
  hints: { value: 'journal', wrong: 'maybe' },
  push: { value: 'without-text', wrong: 'sometimes' },
  app_networks: { value: 'loopback,10.1.0.0/16', means: ['loopback', '10.1.0.0/16'], wrong: 'nonsense' },
}
const names = Object.keys(examples) as ConfigName[] // the keys of a Record of them
const refused = names.flatMap((name) =>
  examples[name].wrong === undefined ? [] : [[name, examples[name].wrong] as const],
)

/** The ways to give settings. Each makes the arguments, the environment and the text of the file. */
const ways = {
  flag: (given: [ConfigName, string][]) => ({ args: given.flatMap(([name, text]) => [flagName(name), text]) }),
  variable: (given: [ConfigName, string][]) => ({
    env: Object.fromEntries(given.map(([name, text]) => [environmentName(name), text])),
  }),
  file: (given: [ConfigName, string][]) => ({
    file: given.map(([name, text]) => `${name}: ${JSON.stringify(text)}\n`).join(''),
  }),
}
const sources: Record<keyof typeof ways, (name: ConfigName) => string> = {
  flag: flagName,
  variable: environmentName,
  file: (name) => `rivulet.config.yaml: ${name}`,
}
const wayNames = Object.keys(ways) as (keyof typeof ways)[] // the keys of a literal

function run(command: string[], way: keyof typeof ways, given: [ConfigName, string][]) {
  const cwd = createTempDirectory()
  const {
    args = [],
    env = {},
    file = '',
  } = ways[way](given) as { args?: string[]; env?: Record<string, string>; file?: string }
  writeFileSync(join(cwd, 'rivulet.config.yaml'), file)
  return runCommand([...command, ...args], { cwd, env })
}

describe('every setting', () => {
  test.each(wayNames)('[OPS-1] is read from a %s', async (way) => {
    const { code, out } = await run(
      ['config', '--json'],
      way,
      names.map((name) => [name, examples[name].value]),
    ).ended
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(
      Object.fromEntries(
        names.map((name) => {
          const { value, means = value } = examples[name]
          return [name, { value: means, from: sources[way](name) }]
        }),
      ),
    )
  })

  test('[OPS-1] stops `serve` with exit code 2 if its value is wrong, and nothing is created', async () => {
    const runs = refused.map(([name, wrong]) => ({ name, wrong, ...run(['serve'], 'flag', [[name, wrong]]) }))
    for (const { name, wrong, ended, cwd } of runs) {
      const { code, out, err } = await ended
      // These may hold a password.
      const isSecret = ['store', 'bus', 'files'].includes(name)
      const what = isSecret ? 'its value is not repeated here, .*' : `it is ${JSON.stringify(wrong)}`
      expect(err).toMatch(new RegExp(`^rivulet: ${flagName(name)} needs to be .*; ${what}\n$`))
      expect([code, out, existsSync(join(cwd, '.rivulet'))]).toEqual([2, '', false])
    }
  })
})

test('[OPS-1] a variable that is none is told, with the one that was meant', async () => {
  const env = {
    RIVULET_PROT: '1',
    RIVULET_APP_NETWORK: 'private',
    RIVULET_ZEBRA: '1',
    RIVULET_SERVICE_HOST: '10.0.0.1',
    RIVULET_PROOF_WAL_FRAMES: '8',
    RIVULET_COMMAND: 'npx rivulet',
  }
  const server = runCommand(['serve', '--json', '--port', '0', '--data', ':memory:'], { env })
  await server.ready()
  expect((await server.stop()).err).toBe(
    'rivulet: ignored, because no setting has this variable: RIVULET_PROT (did you mean RIVULET_PORT?), RIVULET_APP_NETWORK (did you mean RIVULET_APP_NETWORKS?), RIVULET_ZEBRA\n',
  )
})

test('`dev` says that whoever reaches it can do everything, where others can reach it', async () => {
  const flags = ['dev', '--port', '0', '--data', ':memory:']
  const open = ['--public-url', 'https://chat.example.org']
  const [alone, opened] = [runCommand(flags), runCommand([...flags, ...open])]
  for (const server of [alone, opened]) await expect.poll(() => server.output().out).toContain('Ctrl+C')
  const caution = /^ {2}Caution {4}Whoever reaches this address can read and do everything here\.$/m
  expect((await alone.stop()).out).not.toMatch(caution)
  expect((await opened.stop()).out).toMatch(caution)
})

test('[OPS-2] `serve` shows the public address, and the one it listens on', async () => {
  const flags = ['--port', '0', '--data', ':memory:', '--public-url', 'https://chat.example.org']
  const [plain, json] = [runCommand(['serve', ...flags]), runCommand(['serve', '--json', ...flags])]
  await expect.poll(() => plain.output().out).toContain('Ctrl+C')
  const { out } = await plain.stop()
  expect(out).toMatch(/^ {2}~~~ Rivulet \d+\.\d+\.\d+$/m)
  expect(out).toMatch(/^ {2}Open {7}https:\/\/chat\.example\.org\/$/m)
  expect(out).toMatch(/^ {2}Listens {4}http:\/\/127\.0\.0\.1:\d+$/m)
  expect(await json.ready()).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127/),
    public_url: 'https://chat.example.org',
  })
})

test('[OPS-2] `serve` shows where /metrics answers, if that is a port of its own', async () => {
  const flags = ['--port', '0', '--data', ':memory:', '--metrics', '0']
  const [plain, json] = [runCommand(['serve', ...flags]), runCommand(['serve', '--json', ...flags])]
  await expect.poll(() => plain.output().out).toContain('Ctrl+C')
  expect((await plain.stop()).out).toMatch(/^ {2}Metrics {4}http:\/\/127\.0\.0\.1:\d+\/metrics$/m)
  const { metrics } = await json.ready()
  expect(await (await fetch(String(metrics))).text()).toContain('process_cpu_seconds_total')
})

test('[OPS-2] --version prints the version', async () => {
  expect(await runCommand(['--version']).ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
})
