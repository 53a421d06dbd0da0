import { writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withoutPassword } from '#documents/withoutPassword'
import { createTempDirectory } from '#testing/server/command'
import { ConfigError, configNames, describeSetting, readConfig } from './config.ts'

describe('the settings of a process', () => {
  test('have defaults', () => {
    inFile('')
    expect(readConfig({}, {})).toEqual({
      port: 7070,
      host: '127.0.0.1',
      data: './.rivulet',
      metrics: 'off',
      hints: 'journal',
      push: 'on',
      max_connections: 10_000,
      max_connections_per_address: 5000,
      socket_lifetime: 18_000_000,
      trusted_proxies: [],
      app_networks: [],
    })
  })

  test('flags win over the environment, the environment over rivulet.config.yaml, the file over the defaults', () => {
    inFile('port: 1\nhost: file\ndata: file\n')
    expect(readConfig({ port: '3' }, { RIVULET_PORT: '2', RIVULET_HOST: 'environment' })).toMatchObject({
      port: 3,
      host: 'environment',
      data: 'file',
    })
  })

  test('an empty variable counts as not set', () => {
    inFile('')
    expect(readConfig({}, { RIVULET_PORT: '', RIVULET_PUBLIC_URL: '' })).toMatchObject({ port: 7070 })
  })

  test('a public address has no slash at its end, and no port that goes without saying', () => {
    inFile('public_url: https://Chat.example.org:443/')
    expect(readConfig({}, {}).public_url).toBe('https://chat.example.org')
  })

  test('metrics are off, open, or on a port of their own', () => {
    inFile('metrics: 9464')
    expect(readConfig({}, {}).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    for (const [given, metrics] of [
      ['off', 'off'],
      ['open', 'open'],
      ['0', { host: '127.0.0.1', port: 0 }],
      ['10.0.0.5:9464', { host: '10.0.0.5', port: 9464 }],
      ['[::1]:9464', { host: '::1', port: 9464 }],
    ])
      expect(readConfig({ metrics: given }, {}).metrics).toEqual(metrics)
  })

  test('networks have commas between them', () => {
    inFile('')
    const { app_networks: networks } = readConfig({}, { RIVULET_APP_NETWORKS: 'loopback, 10.1.0.0/16,fd12::/64,' })
    expect(networks).toEqual(['loopback', '10.1.0.0/16', 'fd12::/64'])
    const { trusted_proxies: proxies } = readConfig({ trusted_proxies: 'loopback,10.0.0.2, fd12::/64' }, {})
    expect(proxies).toEqual(['loopback', '10.0.0.2', 'fd12::/64'])
  })

  test.each([
    [{ port: 'seven' }, {}, '', /^--port needs to be a whole number from 0 to 65535; it is "seven"$/],
    [{ port: '70000' }, {}, '', /^--port needs to be/],
    [{ port: '1.5' }, {}, '', /^--port needs to be/],
    [{}, { RIVULET_PORT: '-1' }, '', /^RIVULET_PORT needs to be/],
    [{ store: 'mysql://localhost' }, {}, '', /^--store needs to be an address like postgres:/],
    [{ bus: 'localhost' }, {}, '', /^--bus needs to be an address like redis:/],
    [{ public_url: 'chat.example.org' }, {}, '', /^--public-url needs to be an address like https:/],
    [{ public_url: 'https://example.org/chat' }, {}, '', /^--public-url needs to be an address without a path, like/],
    [{ public_url: 'https://example.org/?a' }, {}, '', /^--public-url needs to be an address without a path, like/],
    [{ public_url: 'https://ana:b@example.org' }, {}, '', /^--public-url needs to be an address without a path/],
    [{ app_networks: 'private,nearby' }, {}, '', /^--app-networks needs to be loopback, private, or ranges/],
    [{ trusted_proxies: 'nearby' }, {}, '', /^--trusted-proxies needs to be loopback, private, or addresses/],
    [{ trusted_proxies: '10.0.0.0/33' }, {}, '', /^--trusted-proxies needs to be/],
    [{ metrics: 'local' }, {}, '', /^--metrics needs to be off, open, or a port of its own/],
    [{ metrics: 'localhost:9464' }, {}, '', /^--metrics needs to be/],
    [{ metrics: '127.0.0.1:70000' }, {}, '', /^--metrics needs to be/],
    [{ socket_lifetime: '5' }, {}, '', /^--socket-lifetime needs to be a duration like 5h/],
    [{ socket_lifetime: '59s' }, {}, '', /^--socket-lifetime needs to be/],
    [{ app_networks: '10.0.0.0/33' }, {}, '', /^--app-networks needs to be/],
    [{}, {}, 'app_networks: [private]', /^rivulet\.config\.yaml: app_networks needs to be/],
    [{}, {}, 'prot: 7070', /^rivulet\.config\.yaml: no such setting: prot; did you mean "port"\?/],
    [{}, {}, 'port: seven', /^rivulet\.config\.yaml: port needs to be a whole number/],
    [{}, {}, '- port', /^rivulet\.config\.yaml needs to hold settings/],
    [{}, {}, 'port', /^rivulet\.config\.yaml needs to hold settings/],
    [{}, {}, 'port: [', /^rivulet\.config\.yaml cannot be read/],
  ])('%j, %j and the file %j are refused by the name of what is wrong', (flags, environment, text, says) => {
    inFile(text)
    expect(() => readConfig(flags, environment)).toThrow(ConfigError)
    expect(() => readConfig(flags, environment)).toThrow(says)
  })

  const password = 'hunter2-is-secret'
  const secrets = [
    ['RIVULET_STORE', `"postgres://ana:${password}@db/chat"`],
    ['RIVULET_STORE', `ana:${password}@db/chat`],
    ['RIVULET_STORE', `postgres//ana:${password}@db/chat`],
    ['RIVULET_STORE', `host=db user=ana password=${password}`],
    ['RIVULET_BUS', `:${password}@cache:6379`],
    ['RIVULET_BUS', `cache:6379,password=${password}`],
    ['RIVULET_BUS', `redis://cache?secret=${password}`],
    ['RIVULET_FILES', `s3://files?key=${password}`],
    ['RIVULET_FILES', `s3://ana:${password}@files`],
    ['RIVULET_PUBLIC_URL', `ana:${password}@chat.example.org`],
  ] as const
  test.each(secrets)('[OPS-9, BUS-1] %s with %j is refused without its password', (name, value) => {
    inFile('')
    expect(() => readConfig({}, { [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({}, { [name]: value })).not.toThrow(password)
  })

  test('[OPS-9] addresses are shown without passwords, well-formed or not, and with everything else', () => {
    const shown = [
      ['postgres://ana@db/chat', 'postgres://ana@db/chat'],
      [`postgres://ana:p@${password}@db/chat?sslmode=require`, 'postgres://ana:***@db/chat?sslmode=require'],
      [`postgres://db/chat?password=${password}&user=ana`, 'postgres://db/chat?password=***&user=ana'],
      [`"postgres://ana:${password}@db/chat"`, '"postgres://ana:***@db/chat"'],
      [`ana:${password}@db/chat`, 'ana:***@db/chat'],
      [`postgres:/ana:${password}@db/chat`, 'postgres:***@db/chat'],
      [`cache:6379,password=${password},ssl=true`, 'cache:6379,password=***,ssl=true'],
      ['/var/lib/rivulet', '/var/lib/rivulet'],
    ]
    for (const [value, text] of shown) expect(withoutPassword(value)).toBe(text)
  })

  test('each says what it is for', () => {
    for (const name of configNames) expect(describeSetting(name).description).toMatch(/./)
    expect(describeSetting('port')).toEqual({ description: 'port to listen on; 0 takes a free one', byDefault: '7070' })
    expect(describeSetting('socket_lifetime')).toMatchObject({ byDefault: '5h' })
  })
})

function inFile(text: string): void {
  const [before, directory] = [process.cwd(), createTempDirectory()]
  process.chdir(directory)
  onTestFinished(() => process.chdir(before))
  writeFileSync('rivulet.config.yaml', text)
}
