import { describe, expect, test } from 'vitest'
import { DocumentError } from '#documents/documentError'
import { parseWorkspace } from './file.ts'

describe('an id of the workspace file that names nothing, or two things, is told', () => {
  test.each<[string, string, string]>([
    [
      'an enterprise',
      team('enterprise: E0A'),
      '2:52: teams[0].enterprise names "E0A", which is no enterprise; there are none',
    ],
    [
      'a member',
      team('users: [{ id: U0BEN, name: b }], channels: [{ id: C0A, name: a, members: [U0BNE] }]'),
      'teams[0].channels[0].members[0] names "U0BNE", which is nobody of T0A; did you mean "U0BEN"?',
    ],
    [
      'a member that is not installed',
      `${team('channels: [{ id: C0A, name: a, members: [A0A] }]')}\napps: [{ id: A0A, manifest: ${manifest}, installed_in: [] }]`,
      'names "A0A", which is not installed in T0A',
    ],
    [
      'a blocked app',
      team('channels: [{ id: C0A, name: a, blocked_apps: [A0B] }]'),
      'blocked_apps[0] names "A0B", which is no app',
    ],
    [
      'a team to share with',
      team('channels: [{ id: C0A, name: a, shared_with: [T0A] }]'),
      'shared_with[0] names "T0A", which is no other team',
    ],
    [
      'a person of a usergroup',
      team('usergroups: [{ id: S0A, handle: a, name: a, users: [U0A] }]'),
      'users[0] names "U0A", which is nobody of T0A',
    ],
    [
      "a message's channel",
      team('users: [{ id: U0A, name: a }], messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", text: a }]'),
      'messages[0].channel names "C0A", which is no channel of T0A',
    ],
    [
      "a message's author",
      team(
        'channels: [{ id: C0A, name: a }], messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", text: a }]',
      ),
      'messages[0].user names "U0A", which is nobody of T0A',
    ],
    [
      'a thread',
      team(
        'users: [{ id: U0A, name: a }], channels: [{ id: C0A, name: a }], messages: [{ channel: C0A, user: U0A, ts: "1767225600.000100", thread_ts: "1767225600.000100", text: a }]',
      ),
      'which begins no thread of C0A',
    ],
    [
      'a team of an app',
      `apps: [{ id: A0A, manifest: ${manifest}, installed_in: [T0B] }]`,
      'installed_in[0] names "T0B", which is no team; did you mean "T0A"?',
    ],
    [
      'an installer',
      `apps: [{ id: A0A, manifest: ${manifest}, installed_in: [{ team: T0A, by: U0A }] }]`,
      'by names "U0A", which is nobody of T0A',
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
      team('users: [{ id: U0A, name: a }, { id: U0A, name: b }]'),
      'users[1].id is the same as teams[0].users[0].id',
    ],
    [
      'a bot user that is a person',
      `${team('users: [{ id: U0A, name: a }]')}\napps: [{ id: A0A, manifest: ${manifest}, installed_in: [] }]`,
      'apps[0].bot_user is the same as teams[0].users[0].id',
    ],
    [
      'a token that is given twice',
      'tokens: [{ token: x, kind: app, app: A0A, scopes: [] }, { token: x, kind: app, app: A0A, scopes: [] }]',
      'tokens[1].token is the same as tokens[0].token',
    ],
  ])('%s', (_, text, mistake) => {
    expect(mistakesOf(text)).toContainEqual(expect.stringContaining(mistake))
  })
})

const manifest = '{ display_information: { name: A } }'

function team(rest: string): string {
  return `teams: [{ id: T0A, name: A, domain: a, ${rest} }]`
}

function mistakesOf(rest: string): readonly string[] {
  const teams = rest.includes('teams:') ? '' : 'teams: [{ id: T0A, name: A, domain: a }]\n'
  try {
    parseWorkspace(`version: 1\n${teams}${rest}`, 'w.yaml')
  } catch (error) {
    if (error instanceof DocumentError) return error.mistakes
    throw error
  }
  throw new Error('no mistake was found')
}
