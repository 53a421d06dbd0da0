import { writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTempDirectory } from '#testing/server/command'
import { ConfigError, configNames, describeSetting, readConfig } from './config.ts'

describe('the settings of a process', () => {
  test('have defaults', () => {
    inFile('')
    expect(readConfig({}, {})).toEqual({
      port: 7070,
      host: '127.0.0.1',
      data: './.rivulet',
      metrics: 'local',
      socket_lifetime: 18_000_000,
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

  test('a public address has no slash at its end', () => {
    inFile('public_url: https://chat.example.org/')
    expect(readConfig({}, {}).public_url).toBe('https://chat.example.org')
  })

  test('networks have commas between them', () => {
    inFile('')
    const { app_networks: networks } = readConfig({}, { RIVULET_APP_NETWORKS: 'loopback, 10.1.0.0/16,fd12::/64,' })
    expect(networks).toEqual(['loopback', '10.1.0.0/16', 'fd12::/64'])
  })

  test.each([
    [{ port: 'seven' }, {}, '', /^--port needs to be a whole number from 0 to 65535; it is "seven"$/],
    [{ port: '70000' }, {}, '', /^--port needs to be/],
    [{ port: '1.5' }, {}, '', /^--port needs to be/],
    [{}, { RIVULET_PORT: '-1' }, '', /^RIVULET_PORT needs to be/],
    [{ store: 'mysql://localhost' }, {}, '', /^--store needs to be an address like postgres:/],
    [{ bus: 'localhost' }, {}, '', /^--bus needs to be an address like redis:/],
    [{ public_url: 'chat.example.org' }, {}, '', /^--public-url needs to be an address like https:/],
    [{ app_networks: 'private,nearby' }, {}, '', /^--app-networks needs to be loopback, private, or ranges/],
    [{ socket_lifetime: '5' }, {}, '', /^--socket-lifetime needs to be a duration like 5h/],
    [{ socket_lifetime: '59s' }, {}, '', /^--socket-lifetime needs to be/],
    [{ app_networks: '10.0.0.0/33' }, {}, '', /^--app-networks needs to be/],
    [{}, {}, 'app_networks: [private]', /^rivulet\.config\.yaml: app_networks needs to be/],
    [{}, {}, 'prot: 7070', /^rivulet\.config\.yaml: no such setting: prot; known settings are port, /],
    [{}, {}, 'port: seven', /^rivulet\.config\.yaml: port needs to be a whole number/],
    [{}, {}, '- port', /^rivulet\.config\.yaml needs to hold settings/],
    [{}, {}, 'port', /^rivulet\.config\.yaml needs to hold settings/],
    [{}, {}, 'port: [', /^rivulet\.config\.yaml cannot be read/],
  ])('%j, %j and the file %j are refused by the name of what is wrong', (flags, environment, text, says) => {
    inFile(text)
    expect(() => readConfig(flags, environment)).toThrow(ConfigError)
    expect(() => readConfig(flags, environment)).toThrow(says)
  })

  test('each says what it is for', () => {
    for (const name of configNames) expect(describeSetting(name).description).toMatch(/./)
    expect(describeSetting('port')).toEqual({ description: 'port to listen on; 0 takes a free one', byDefault: '7070' })
  })
})

function inFile(text: string): void {
  const [before, directory] = [process.cwd(), createTempDirectory()]
  process.chdir(directory)
  onTestFinished(() => process.chdir(before))
  writeFileSync('rivulet.config.yaml', text)
}
