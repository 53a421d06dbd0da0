import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { workspaceJsonSchema } from './declaration.ts'
import { DocumentError } from '#documents/documentError'
import { parseWorkspace, type ParseOptions } from './file.ts'
import { readSource } from '#documents/positions'

const methods = ['assistant.threads.setStatus', 'chat.startStream']

describe('the workspace file', () => {
  test('may hold a state for every error', () => {
    const { teams, apps, tokens, settings } = load('acme.workspace.yaml')
    expect([teams.length, apps.length, tokens.length]).toEqual([12, 3, 21])
    expect(settings).toEqual({
      service: { name: 'Rivulet', wireName: 'slack' },
      rateTiers: false,
      stream: { idleTimeout: 600_000, lifetime: 0, unfinishedTasks: 'keep', audience: 'recipient', maxText: 400_000 },
      status: { timeout: 120_000, scope: 'either' },
      files: { maxSize: 104_857_600, maxPerTeam: 10_737_418_240 },
      reservedUsernames: ['payroll'],
      methods: {},
    })
  })

  test('is read into milliseconds, ids and defaults', () => {
    const { settings, teams, apps, tokens } = load('corners.workspace.yaml')
    expect(settings).toMatchObject({
      stream: { idleTimeout: 90_000, lifetime: 0, unfinishedTasks: 'keep', audience: 'members', maxText: 20_000 },
      rateTiers: false,
      status: { timeout: 120_000, scope: 'chat_write_only' },
      methods: { 'chat.startStream': { endpointDeprecated: true, enterprise: false, tokenKinds: ['bot', 'org'] } },
    })
    expect(teams[0]?.channels.map(({ kind, name }) => [kind, name])).toEqual([
      ['public', 'pier'],
      ['private', 'hold'],
      ['mpim', ''],
      ['im', ''],
    ])
    expect(teams[0]?.users[1]).toMatchObject({ real_name: 'sol', display_name: 'sol', tz: 'UTC', locale: 'en-US' })
    expect(apps[0]).toMatchObject({ bot_id: 'B0OWL', bot_user: 'U0OWL', installed_in: [{ team: 'T0HARBOUR' }] })
    expect(apps[0]?.manifest.display_information.name).toBe('Night Owl')
    expect(tokens[0]?.expires_at).toBe(Date.UTC(2029, 11, 31, 23))
  })

  const contract = [0, 'keep', false]
  const slack = [300_000, 'error', true]
  test.each([
    ['contract', '', contract],
    ['slack', '', slack],
    ['slack', ', stream: { lifetime: 0, unfinished_tasks: keep }, rate_tiers: false', contract],
    ['contract', ', stream: { lifetime: 5m, unfinished_tasks: error }, rate_tiers: true', slack],
    ['slack', ', stream: { lifetime: 0 }', [0, 'error', true]],
    ['slack', ', stream: { unfinished_tasks: keep }', [300_000, 'keep', true]],
    ['slack', ', rate_tiers: false', [300_000, 'error', false]],
  ])('takes defaults from the profile %s, and each setting by itself%s', (profile, more, expected) => {
    const { settings } = parseWorkspace(`${smallest}\nsettings: { profile: ${profile}${more} }`, 'w.yaml')
    expect([settings.stream.lifetime, settings.stream.unfinishedTasks, settings.rateTiers]).toEqual(expected)
  })

  test('may be JSON', () => {
    const json = JSON.stringify({ version: 1, teams: [{ id: 'T0A', name: 'A', domain: 'a' }] })
    expect(parseWorkspace(json, 'w.json').teams[0]).toMatchObject({ id: 'T0A', users: [], state: 'active' })
  })

  test('has no key that the fixtures leave out', () => {
    const manifests = { apps: [{ manifest: rawFixture('corners.manifest.yaml') }] }
    const files = [rawFixture('acme.workspace.yaml'), rawFixture('corners.workspace.yaml'), manifests]
    expect(keysLeftOut(JSON.parse(JSON.stringify(workspaceJsonSchema())), files)).toEqual([])
  })

  test('has a JSON Schema that knows the methods', () => {
    const schema = JSON.stringify(workspaceJsonSchema(methods))
    expect(schema).toContain('"enum":["assistant.threads.setStatus","chat.startStream"]')
    expect(schema).toContain('"description":"The public manifest, here or in a file beside this one."')
  })
})

describe('a mistake in the workspace file', () => {
  test.each<[string, string, string]>([
    [
      'an unknown key',
      'teams: [{ id: T0A, nmae: A, domain: a }]',
      '2:20: teams[0].nmae is no known key; did you mean "name"?',
    ],
    [
      'a key far from all',
      'zzz: 1',
      '3:1: zzz is no known key; known are version, settings, enterprises, teams, apps, tokens',
    ],
    ['a missing key', 'teams: [{ id: T0A, domain: a }]', '2:9: teams[0].name is missing'],
    [
      'a number for text',
      'teams: [{ id: T0A, name: 5, domain: a }]',
      '2:26: teams[0].name needs to be text, and is 5: put it in quotes',
    ],
    [
      'a malformed id',
      'teams: [{ id: t0a, name: A, domain: a }]',
      '2:15: teams[0].id needs to be T followed by capital letters and digits',
    ],
    [
      'a word of no list',
      team('state: activ'),
      '2:47: teams[0].state "activ" is none of active, joining_org, migrating; did you mean "active"?',
    ],
    [
      'a duration',
      'settings: { stream: { idle_timeout: 5min } }',
      '3:37: settings.stream.idle_timeout needs to be a time like "500ms", "90s", "10m", "2h" or "1d", or 0 for none',
    ],
    [
      'an end of tasks',
      'settings: { stream: { unfinished_tasks: errors } }',
      '3:41: settings.stream.unfinished_tasks "errors" is none of keep, error; did you mean "error"?',
    ],
    ['tiers', 'settings: { rate_tiers: all }', '3:25: settings.rate_tiers needs to be true or false'],
    [
      'a network',
      team('policies: { networks: { "*": [10.0.0.0/33] } }'),
      '2:70: teams[0].policies.networks["*"][0] needs to be an address with the length of its network, like 203.0.113.0/24 or 2001:db8::/32',
    ],
    [
      'a rate',
      team('policies: { message_limit: { limit: 1, brst: 2 } }'),
      '2:79: teams[0].policies.message_limit.brst is no known key; did you mean "burst"?',
    ],
    [
      'a method',
      'settings: { methods: { chat.startStrem: {} } }',
      '3:24: settings.methods["chat.startStrem"] is no method; did you mean "chat.startStream"?',
    ],
    [
      'a time zone',
      team('users: [{ id: U0A, name: a, tz: Europe/Londn }]'),
      '2:72: teams[0].users[0].tz is no time zone; did you mean "Europe/London"?',
    ],
    [
      'a ts that is a number',
      team('messages: [{ channel: C0A, user: U0A, ts: 1767225600.000100, text: a }]'),
      'teams[0].messages[0].ts needs to be text, and is 1767225600.0001: put it in quotes',
    ],
    [
      'a malformed ts',
      team('messages: [{ channel: C0A, user: U0A, ts: "1.2", text: a }]'),
      'needs to be ten digits, a dot and six digits',
    ],
    [
      'a ts that nothing can follow',
      team('messages: [{ channel: C0A, user: U0A, ts: "9999999999.999999", text: a }]'),
      'teams[0].messages[0].ts lies too far ahead',
    ],
    [
      'a message of nothing',
      team('messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100" }]'),
      'teams[0].messages[0] needs text or blocks',
    ],
    [
      'faulty blocks',
      team('messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", blocks: [{ type: header }] }]'),
      'teams[0].messages[0].blocks[0]',
    ],
    ['a channel without a name', team('channels: [{ id: C0A }]'), 'teams[0].channels[0].name is missing'],
    [
      'a direct message of nobody',
      team('channels: [{ id: D0A }]'),
      '2:51: teams[0].channels[0].members needs to name one or two, who write to each other',
    ],
    [
      'a direct message of three',
      team('channels: [{ id: D0A, members: [U0A, U0B, U0C] }]'),
      'teams[0].channels[0].members needs to name one or two',
    ],
    [
      'a conversation of nobody',
      team('channels: [{ id: G0A, kind: mpim }]'),
      'teams[0].channels[0].members needs to name those who write to each other',
    ],
    [
      'a token without its app',
      'tokens: [{ token: x, kind: bot, team: T0A, scopes: [] }]',
      '3:10: tokens[0].app is missing: a token of kind bot needs it',
    ],
    [
      'a time',
      'tokens: [{ token: x, kind: app, app: A0A, scopes: [], expires_at: tomorrow }]',
      'needs to be a time like',
    ],
    ['an empty file', '', 'teams is missing'],
    ['broken YAML', 'teams: [', '2:9: '],
    ['a key that is there twice', `${smallest}\nversion: 1`, 'Map keys must be unique'],
    ['an unknown tag', 'teams: !!js/function x', 'Unresolved tag'],
  ])('%s is told with its place', (_, text, mistake) => {
    expect(mistakesOf(text)).toContainEqual(expect.stringContaining(mistake))
  })

  test('is told with every other one, in the order of the file', () => {
    expect(mistakesOf('teams: [{ id: T0A, nmae: A, domain: a }]\nextra: 1')).toEqual([
      'w.yaml:2:9: teams[0].name is missing',
      'w.yaml:2:20: teams[0].nmae is no known key; did you mean "name"?',
      expect.stringMatching(/^w\.yaml:3:1: extra /),
    ])
  })

  test.each<[string, ParseOptions['readBeside'], string]>([
    ['that may not be read', undefined, 'names m.yaml: no file can be read from here'],
    [
      'that is not there',
      () => {
        throw new Error('ENOENT')
      },
      'names m.yaml: ENOENT',
    ],
    ['that is broken', () => '[', 'names m.yaml: m.yaml:1:2: '],
    ['that is none', () => 'display_information: {}', 'names m.yaml, where display_information.name is missing'],
  ])('in a manifest beside the file is told: one %s', (_, readBeside, mistake) => {
    const text = 'apps: [{ id: A0A, manifest: m.yaml, installed_in: [] }]'
    expect(mistakesOf(text, { readBeside })).toContainEqual(expect.stringContaining(mistake))
  })

  test('does not take the server down: a YAML bomb, and nesting without end', () => {
    const bomb = 'abcdefghi'.replaceAll(
      /./g,
      (name, i: number) =>
        `${name}: &${name} [${
          i === 0
            ? 'x'
            : Array(9)
                .fill(`*${'abcdefghi'[i - 1]}`)
                .join()
        }]\n`,
    )
    expect(mistakesOf(bomb)).toContainEqual(expect.stringContaining('Excessive alias count'))
    expect(mistakesOf('['.repeat(100_000)).length).toBeLessThan(10)
  })
})

test('[APP-1] keys of manifests that are nearly known ones are named, in the file and in those beside it', () => {
  const beside = 'display_information: { name: Owl }\nsettings: { socket_mode_enable: true }'
  const text = `${smallest}
apps:
  - id: A0ONE
    installed_in: [T0A]
    manifest: { display_information: { name: One }, settings: { event_subscriptions: { bot_event: [] } }, anything: 1 }
  - { id: A0TWO, installed_in: [T0A], manifest: owl.yaml }
  - { id: A0THREE, installed_in: [T0A], manifest: owl.yaml }`
  const warnings: string[] = []
  const onWarning = (warning: string) => warnings.push(warning)
  const file = parseWorkspace(text, 'w.yaml', { readBeside: () => beside, onWarning })
  expect(warnings).toEqual([
    'w.yaml:6:88: apps[0].manifest.settings.event_subscriptions.bot_event is kept and never read; did you mean "bot_events"?',
    'owl.yaml:2:13: settings.socket_mode_enable is kept and never read; did you mean "socket_mode_enabled"?',
  ])
  expect(file.apps[0]?.manifest).toMatchObject({ anything: 1 })
})

const smallest = 'teams: [{ id: T0A, name: A, domain: a }]\nversion: 1'

function team(rest: string): string {
  return `teams: [{ id: T0A, name: A, domain: a, ${rest} }]`
}

function mistakesOf(rest: string, options: ParseOptions = {}): readonly string[] {
  const text = rest.includes('teams:')
    ? `version: 1\n${rest}`
    : `version: 1\nteams: [{ id: T0A, name: A, domain: a }]\n${rest}`
  try {
    parseWorkspace(rest === '' ? 'version: 1' : text, 'w.yaml', { methods, ...options })
  } catch (error) {
    if (error instanceof DocumentError) return error.mistakes
    throw error
  }
  throw new Error('no mistake was found')
}

function load(name: string) {
  return parseWorkspace(readFixture(name), name, { methods, readBeside: readFixture })
}

function readFixture(name: string): string {
  return readFileSync(new URL(`../../test/fixtures/${name}`, import.meta.url), 'utf8')
}

function rawFixture(name: string): unknown {
  const source = readSource(readFixture(name))
  return Array.isArray(source) ? undefined : source.value
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}

/** The declared keys, like `teams.users.tz`, that no value has. */
function keysLeftOut(schema: Schema, values: unknown[], path = ''): string[] {
  const items = values.flat()
  const objects = items
    .filter((item) => typeof item === 'object' && item !== null)
    .map((item) => new Map(Object.entries(item)))
  const { properties = {}, anyOf = [], additionalProperties } = schema
  const ofRecord = typeof additionalProperties === 'object' && !schema.properties ? additionalProperties : undefined
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => {
      const found = objects.filter((object) => object.has(key)).map((object) => object.get(key))
      return found.length === 0 ? [path + key] : keysLeftOut(inner, found, `${path}${key}.`)
    }),
    ...[schema.items, ...anyOf].flatMap((inner) => (inner ? keysLeftOut(inner, items, path) : [])),
    ...(ofRecord
      ? keysLeftOut(
          ofRecord,
          objects.flatMap((object) => [...object.values()]),
          path,
        )
      : []),
  ]
}
