import { defaultSettings } from '#domain/settings/settings'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { workspaceJsonSchema } from './declaration.ts'
import { parseWorkspace } from './file.ts'
import { readSource } from '#documents/positions'

const methods = ['assistant.threads.setStatus', 'chat.startStream']

const smallest = 'teams: [{ id: T0A, name: A, domain: a }]\nversion: 1'

describe('the workspace file', () => {
  test('can describe a state for every error', () => {
    const { teams, apps, tokens, settings } = load('acme.workspace.yaml')
    expect([teams.length, apps.length, tokens.length]).toEqual([12, 3, 21])
    expect(settings).toEqual({
      service: { name: 'Rivulet', wireName: 'slack' },
      rateTiers: false,
      stream: { idleTimeout: 600_000, lifetime: 0, unfinishedTasks: 'keep', audience: 'recipient', maxText: 400_000 },
      status: { timeout: 120_000, scope: 'either' },
      files: {
        maxSize: 104_857_600,
        maxPerTeam: 10_737_418_240,
        maxPerPerson: 5_368_709_120,
        keepFree: 524_288_000,
      },
      limits: defaultSettings.limits,
      reservedUsernames: ['payroll'],
      methods: {},
    })
  })

  test('is read into milliseconds, ids and defaults', () => {
    const { settings, teams, apps, tokens } = load('corners.workspace.yaml')
    expect(settings).toMatchObject({
      stream: { idleTimeout: 90_000, lifetime: 0, unfinishedTasks: 'keep', audience: 'members', maxText: 20_000 },
      rateTiers: false,
      files: { maxSize: 1_000_000, maxPerTeam: 50_000_000, maxPerPerson: 20_000_000, keepFree: 1_000_000 },
      limits: {
        channelsPerPerson: 100,
        channelsPerTeam: 500,
        streamsPerApp: 50,
        streamsPerTeam: 200,
        feedsPerPerson: 10,
        feedsPerTeam: 100,
        scheduledPerPerson: 10,
        scheduledPerApp: 100,
        scheduledPerTeam: 200,
        uploadsPerPerson: 2,
        pendingUploadsPerPerson: 20,
        downloadsPerPerson: 3,
      },
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

  test('has only keys that the fixtures use', () => {
    const manifests = { apps: [{ manifest: rawFixture('corners.manifest.yaml') }] }
    const files = [rawFixture('acme.workspace.yaml'), rawFixture('corners.workspace.yaml'), manifests]
    expect(unusedKeys(JSON.parse(JSON.stringify(workspaceJsonSchema())), files)).toEqual([])
  })

  test('has a JSON Schema that knows the methods', () => {
    const schema = JSON.stringify(workspaceJsonSchema(methods))
    expect(schema).toContain('"enum":["assistant.threads.setStatus","chat.startStream"]')
    expect(schema).toContain('"description":"The manifest of the app, or the path of a file with the manifest."')
  })
})

function load(name: string) {
  return parseWorkspace(readFixture(name), name, { methods, readFile: readFixture })
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
function unusedKeys(schema: Schema, values: unknown[], path = ''): string[] {
  const items = values.flat()
  const objects = items
    .filter((item) => typeof item === 'object' && item !== null)
    .map((item) => new Map(Object.entries(item)))
  const { properties = {}, anyOf = [], additionalProperties } = schema
  const ofRecord = typeof additionalProperties === 'object' && !schema.properties ? additionalProperties : undefined
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => {
      const found = objects.filter((object) => object.has(key)).map((object) => object.get(key))
      return found.length === 0 ? [path + key] : unusedKeys(inner, found, `${path}${key}.`)
    }),
    ...[schema.items, ...anyOf].flatMap((inner) => (inner ? unusedKeys(inner, items, path) : [])),
    ...(ofRecord
      ? unusedKeys(
          ofRecord,
          objects.flatMap((object) => [...object.values()]),
          path,
        )
      : []),
  ]
}
