import { describe, expect, test } from 'vitest'
import { DocumentError } from '#documents/documentError'
import { directoryOf } from './directory.ts'
import { parseWorkspace } from './file.ts'

describe('an id in the workspace file that names nothing or two things is reported', () => {
  test.each<[string, string, string]>([
    [
      'an enterprise',
      withTeamKey('enterprise: E0A'),
      '2:52: teams[0].enterprise names "E0A", but there is no such enterprise; there are none',
    ],
    [
      'a member',
      withTeamKey('users: [{ id: U0BEN, name: b }], channels: [{ id: C0A, name: a, members: [U0BNE] }]'),
      'teams[0].channels[0].members[0] names "U0BNE", but there is no such person or app in T0A; did you mean "U0BEN"?',
    ],
    [
      'a member that is not installed',
      `${withTeamKey('channels: [{ id: C0A, name: a, members: [A0A] }]')}\napps: [{ id: A0A, manifest: ${manifest}, installed_in: [] }]`,
      'names "A0A", which is not installed in T0A',
    ],
    [
      'a blocked app',
      withTeamKey('channels: [{ id: C0A, name: a, blocked_apps: [A0B] }]'),
      'blocked_apps[0] names "A0B", but there is no such app',
    ],
    [
      'a team to share with',
      withTeamKey('channels: [{ id: C0A, name: a, shared_with: [T0A] }]'),
      'shared_with[0] names "T0A", but there is no such other team',
    ],
    [
      'a person of a usergroup',
      withTeamKey('usergroups: [{ id: S0A, handle: a, name: a, users: [U0A] }]'),
      'users[0] names "U0A", but there is no such person in T0A',
    ],
    [
      "a message's channel",
      withTeamKey(
        'users: [{ id: U0A, name: a }], messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", text: a }]',
      ),
      'messages[0].channel names "C0A", but there is no such channel in T0A',
    ],
    [
      "a message's author",
      withTeamKey(
        'channels: [{ id: C0A, name: a }], messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", text: a }]',
      ),
      'messages[0].user names "U0A", but there is no such person or app in T0A',
    ],
    [
      'a thread',
      withTeamKey(
        'users: [{ id: U0A, name: a }], channels: [{ id: C0A, name: a }], messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", thread_ts: "1767225600.000100", text: a }]',
      ),
      'which is not a root in C0A',
    ],
    [
      'a team of an app',
      `apps: [{ id: A0A, manifest: ${manifest}, installed_in: [T0B] }]`,
      'installed_in[0] names "T0B", but there is no such team; did you mean "T0A"?',
    ],
    [
      'an installer',
      `apps: [{ id: A0A, manifest: ${manifest}, installed_in: [{ team: T0A, by: U0A }] }]`,
      'by names "U0A", but there is no such person in T0A',
    ],
    [
      'what a token is of',
      'tokens: [{ token: x, kind: org, app: A0A, enterprise: E0A, teams_granted: [T0B], scopes: [] }]',
      'teams_granted[0] names "T0B"',
    ],
    [
      "a token's person",
      'tokens: [{ token: x, kind: user, team: T0A, user: U0A, scopes: [] }]',
      'tokens[0].user names "U0A"',
    ],
    [
      'an id that is given twice',
      withTeamKey('users: [{ id: U0A, name: a }, { id: U0A, name: b }]'),
      'users[1].id is the same as teams[0].users[0].id',
    ],
    [
      'a name of two public channels',
      withTeamKey('channels: [{ id: C0A, name: a }, { id: C0B, name: a }]'),
      '2:90: teams[0].channels[1].name is the same as teams[0].channels[0].name, but must be unique',
    ],
    [
      'a direct message that is there twice',
      withTeamKey(
        'users: [{ id: U0A, name: a }, { id: U0B, name: b }], channels: [{ id: D0A, members: [U0A, U0B] }, { id: D0B, members: [U0B, U0A] }]',
      ),
      'channels[1].members is the same as teams[0].channels[0].members',
    ],
    [
      'a direct message with an app, by the app and by its bot user',
      `${withTeamKey('users: [{ id: U0A, name: a }], channels: [{ id: D0A, members: [U0A, A0B] }, { id: D0B, members: [U0A, U0B] }]')}\napps: [{ id: A0B, manifest: ${manifest}, installed_in: [T0A] }]`,
      'channels[1].members is the same as teams[0].channels[0].members',
    ],
    [
      'a bot user that is a person',
      `${withTeamKey('users: [{ id: U0A, name: a }]')}\napps: [{ id: A0A, manifest: ${manifest}, installed_in: [] }]`,
      'apps[0].bot_user is the same as teams[0].users[0].id',
    ],
    [
      'a token that is given twice',
      'tokens: [{ token: x, kind: app, app: A0A, scopes: [] }, { token: x, kind: app, app: A0A, scopes: [] }]',
      'tokens[1].token is the same as tokens[0].token',
    ],
  ])('%s', (_, text, mistake) => {
    expect(problemsOf(text)).toContainEqual(expect.stringContaining(mistake))
  })
})

test('a channel may have the name of a private or deleted channel', () => {
  const channels =
    '[{ id: C0A, name: a }, { id: G0A, name: a }, { id: G0B, name: a }, { id: C0B, name: a, deleted: true }]'
  expect(
    parseWorkspace(`version: 1\n${withTeamKey(`channels: ${channels}`)}`, 'w.yaml').teams[0]?.channels,
  ).toHaveLength(4)
})

test('a direct message may be with oneself or name an app twice; a deleted one may have no members', () => {
  const channels =
    '[{ id: D0A, members: [U0A] }, { id: D0B, members: [U0A, A0B, U0B] }, { id: D0C, deleted: true }, { id: G0A, kind: mpim, deleted: true }]'
  const text = `version: 1\n${withTeamKey(`users: [{ id: U0A, name: a }], channels: ${channels}`)}\napps: [{ id: A0B, manifest: ${manifest}, installed_in: [T0A] }]`
  expect(parseWorkspace(text, 'w.yaml').teams[0]?.channels).toHaveLength(4)
})

describe('a file with very many people', () => {
  test('says of every id that names nobody, and of the first twenty what was meant', () => {
    const known = Array.from({ length: 30 }, (_, i) => `U0ABCDE${i + 10}`)
    const users = known.map((id) => `{ id: ${id}, name: ${id.toLowerCase()} }`).join(', ')
    const members = known.map((id) => id.replace('CD', 'DC')).join(', ')
    const problems = problemsOf(
      withTeamKey(`users: [${users}], channels: [{ id: C0A, name: a, members: [${members}] }]`),
    )
    expect(problems).toHaveLength(30)
    expect(problems.filter((problem) => problem.includes('did you mean'))).toHaveLength(20)
  })

  test('is not gone through once for each member of a channel', () => {
    const known = directoryOf(parseWorkspace(`version: 1\n${withTeamKey('users: [{ id: U0A, name: a }]')}`, 'w.yaml'))
    expect(known.actors(['T0A'])).toBe(known.actors(['T0A']))
  })
})

const manifest = '{ display_information: { name: A } }'

function withTeamKey(rest: string): string {
  return `teams: [{ id: T0A, name: A, domain: a, ${rest} }]`
}

function problemsOf(rest: string): readonly string[] {
  const teams = rest.includes('teams:') ? '' : 'teams: [{ id: T0A, name: A, domain: a }]\n'
  try {
    parseWorkspace(`version: 1\n${teams}${rest}`, 'w.yaml')
  } catch (error) {
    if (error instanceof DocumentError) return error.problems
    throw error
  }
  throw new Error('no mistake was found')
}
