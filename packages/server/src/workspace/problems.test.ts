import { describe, expect, test } from 'vitest'
import { DocumentError } from '#documents/documentError'
import { parseWorkspace, type ParseOptions } from './file.ts'

const methods = ['assistant.threads.setStatus', 'chat.startStream']

const smallest = 'teams: [{ id: T0A, name: A, domain: a }]\nversion: 1'

describe('a problem in the workspace file', () => {
  test.each<[string, string, string]>([
    [
      'an unknown key',
      'teams: [{ id: T0A, nmae: A, domain: a }]',
      '2:20: teams[0].nmae is not a known key; did you mean "name"?',
    ],
    [
      'a key far from all',
      'zzz: 1',
      '3:1: zzz is not a known key; known are version, settings, enterprises, teams, apps, tokens',
    ],
    ['a missing key', 'teams: [{ id: T0A, domain: a }]', '2:9: teams[0].name is missing'],
    [
      'a number for text',
      'teams: [{ id: T0A, name: 5, domain: a }]',
      '2:26: teams[0].name needs to be text, but is 5: put it in quotes',
    ],
    [
      'a malformed id',
      'teams: [{ id: t0a, name: A, domain: a }]',
      '2:15: teams[0].id needs to be T followed by capital letters and digits',
    ],
    [
      'a word of no list',
      withTeamKey('state: activ'),
      '2:47: teams[0].state "activ" is not one of active, joining_org, migrating; did you mean "active"?',
    ],
    [
      'a duration',
      'settings: { stream: { idle_timeout: 5min } }',
      '3:37: settings.stream.idle_timeout needs to be a time like "500ms", "90s", "10m", "2h" or "1d", or 0 for none',
    ],
    [
      'an end of tasks',
      'settings: { stream: { unfinished_tasks: errors } }',
      '3:41: settings.stream.unfinished_tasks "errors" is not one of keep, error; did you mean "error"?',
    ],
    ['tiers', 'settings: { rate_tiers: all }', '3:25: settings.rate_tiers needs to be true or false'],
    [
      'a network',
      withTeamKey('policies: { networks: { "*": [10.0.0.0/33] } }'),
      '2:70: teams[0].policies.networks["*"][0] needs to be an address with the length of its network, like 203.0.113.0/24 or 2001:db8::/32',
    ],
    [
      'a rate',
      withTeamKey('policies: { message_limit: { limit: 1, brst: 2 } }'),
      '2:79: teams[0].policies.message_limit.brst is not a known key; did you mean "burst"?',
    ],
    [
      'a method',
      'settings: { methods: { chat.startStrem: {} } }',
      '3:24: settings.methods["chat.startStrem"] is not a method; did you mean "chat.startStream"?',
    ],
    [
      'a time zone',
      withTeamKey('users: [{ id: U0A, name: a, tz: Europe/Londn }]'),
      '2:72: teams[0].users[0].tz is not a time zone; did you mean "Europe/London"?',
    ],
    [
      'a ts that is a number',
      withTeamKey('messages: [{ channel: C0A, user: U0A, ts: 1767225600.000100, text: a }]'),
      'teams[0].messages[0].ts needs to be text, but is 1767225600.0001: put it in quotes',
    ],
    [
      'a malformed ts',
      withTeamKey('messages: [{ channel: C0A, user: U0A, ts: "1.2", text: a }]'),
      'needs to be ten digits, a dot and six digits',
    ],
    [
      'a ts that nothing can follow',
      withTeamKey('messages: [{ channel: C0A, user: U0A, ts: "9999999999.999999", text: a }]'),
      'teams[0].messages[0].ts is too far in the future',
    ],
    [
      'a message of nothing',
      withTeamKey('messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100" }]'),
      'teams[0].messages[0] needs text, blocks or attachments',
    ],
    [
      'an attachment with a long title',
      withTeamKey(
        `messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", attachments: [{ title: ${'x'.repeat(3001)} }] }]`,
      ),
      'teams[0].messages[0].attachments[0].title',
    ],
    [
      'faulty blocks',
      withTeamKey('messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", blocks: [{ type: header }] }]'),
      'teams[0].messages[0].blocks[0]',
    ],
    ['a channel without a name', withTeamKey('channels: [{ id: C0A }]'), 'teams[0].channels[0].name is missing'],
    [
      'a direct message of nobody',
      withTeamKey('channels: [{ id: D0A }]'),
      '2:51: teams[0].channels[0].members needs to name one or two people or apps',
    ],
    [
      'a direct message of three',
      withTeamKey('channels: [{ id: D0A, members: [U0A, U0B, U0C] }]'),
      'teams[0].channels[0].members needs to name one or two',
    ],
    [
      'a conversation of nobody',
      withTeamKey('channels: [{ id: G0A, kind: mpim }]'),
      'teams[0].channels[0].members needs to name people or apps',
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
  ])('%s is reported with its position', (_, text, mistake) => {
    expect(problemsOf(text)).toContainEqual(expect.stringContaining(mistake))
  })

  test('is reported with all others, in the order of the file', () => {
    expect(problemsOf('teams: [{ id: T0A, nmae: A, domain: a }]\nextra: 1')).toEqual([
      'w.yaml:2:9: teams[0].name is missing',
      'w.yaml:2:20: teams[0].nmae is not a known key; did you mean "name"?',
      expect.stringMatching(/^w\.yaml:3:1: extra /),
    ])
  })

  test.each<[string, ParseOptions['readFile'], string]>([
    ['that may not be read', undefined, 'names m.yaml: files cannot be read here'],
    [
      'that is not there',
      () => {
        throw new Error('ENOENT')
      },
      'names m.yaml: ENOENT',
    ],
    ['that is broken', () => '[', 'names m.yaml: m.yaml:1:2: '],
    ['that is none', () => 'display_information: {}', 'names m.yaml, where display_information.name is missing'],
  ])('in a manifest in another file is reported: %s', (_, readFile, mistake) => {
    const text = 'apps: [{ id: A0A, manifest: m.yaml, installed_in: [] }]'
    expect(problemsOf(text, { readFile })).toContainEqual(expect.stringContaining(mistake))
  })

  test('does not crash the server: a YAML bomb and endless nesting', () => {
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
    expect(problemsOf(bomb)).toContainEqual(expect.stringContaining('Excessive alias count'))
    expect(problemsOf('['.repeat(100_000)).length).toBeLessThan(10)
  })
})

test('[APP-1] misspelt keys of manifests are reported, in the file and in other files', () => {
  const owlManifest = 'display_information: { name: Owl }\nsettings: { socket_mode_enable: true }'
  const text = `${smallest}
apps:
  - id: A0ONE
    installed_in: [T0A]
    manifest: { display_information: { name: One }, settings: { event_subscriptions: { bot_event: [] } }, anything: 1 }
  - { id: A0TWO, installed_in: [T0A], manifest: owl.yaml }
  - { id: A0THREE, installed_in: [T0A], manifest: owl.yaml }`
  const warnings: string[] = []
  const onWarning = (warning: string) => warnings.push(warning)
  const file = parseWorkspace(text, 'w.yaml', { readFile: () => owlManifest, onWarning })
  expect(warnings).toEqual([
    'w.yaml:6:88: apps[0].manifest.settings.event_subscriptions.bot_event is kept but never read; did you mean "bot_events"?',
    'owl.yaml:2:13: settings.socket_mode_enable is kept but never read; did you mean "socket_mode_enabled"?',
  ])
  expect(file.apps[0]?.manifest).toMatchObject({ anything: 1 })
})

function withTeamKey(rest: string): string {
  return `teams: [{ id: T0A, name: A, domain: a, ${rest} }]`
}

function problemsOf(rest: string, options: ParseOptions = {}): readonly string[] {
  const text = rest.includes('teams:')
    ? `version: 1\n${rest}`
    : `version: 1\nteams: [{ id: T0A, name: A, domain: a }]\n${rest}`
  try {
    parseWorkspace(rest === '' ? 'version: 1' : text, 'w.yaml', { methods, ...options })
  } catch (error) {
    if (error instanceof DocumentError) return error.problems
    throw error
  }
  throw new Error('no mistake was found')
}
