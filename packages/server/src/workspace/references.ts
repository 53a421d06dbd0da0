import type { WorkspaceApp, WorkspaceChannel, WorkspaceFile, WorkspaceTeam, WorkspaceToken } from './declaration.ts'
import { directoryOf, type Directory } from './directory.ts'
import type { Mistake } from '#documents/problems'
import { suggestion } from '#documents/didYouMean'
import type { Path } from '#documents/positions'

/** Every id of a well-formed file that names nothing. */
export function danglingIds(file: WorkspaceFile): Mistake[] {
  const known = directoryOf(file)
  return [
    ...file.teams.flatMap((team, i) => ofTeam(team, known, ['teams', i])),
    ...file.apps.flatMap((app, i) => ofApp(app, known, ['apps', i])),
    ...file.tokens.flatMap((token, i) => ofToken(token, known, ['tokens', i])),
  ]
}

function ofTeam(team: WorkspaceTeam, known: Directory, path: Path): Mistake[] {
  const people = known.people(team.id)
  return [
    ...check(team.enterprise, known.enterprises, 'no enterprise', [...path, 'enterprise']),
    ...team.usergroups.flatMap(({ users }, i) =>
      checkAll(users, people, `nobody of ${team.id}`, [...path, 'usergroups', i, 'users']),
    ),
    ...team.channels.flatMap((channel, i) => ofChannel(team, channel, known, [...path, 'channels', i])),
    ...ofMessages(team, known, [...path, 'messages']),
  ]
}

function ofChannel(team: WorkspaceTeam, channel: WorkspaceChannel, known: Directory, path: Path): Mistake[] {
  const others = new Set(known.teams)
  others.delete(team.id)
  return [
    ...checkAll(channel.shared_with, others, 'no other team', [...path, 'shared_with']),
    ...checkAll(channel.blocked_apps, known.apps, 'no app', [...path, 'blocked_apps']),
    ...channel.members.flatMap((id, i) => ofActor(id, team, channel, known, [...path, 'members', i])),
  ]
}

function ofMessages(team: WorkspaceTeam, known: Directory, path: Path): Mistake[] {
  const channels = new Map(team.channels.map((channel) => [channel.id, channel]))
  const roots = new Set(
    team.messages.filter((one) => one.thread_ts === undefined).map((one) => `${one.channel} ${one.ts}`),
  )
  return team.messages.flatMap((message, i) => {
    const at = [...path, i]
    const channel = channels.get(message.channel)
    if (!channel) {
      return check(message.channel, new Set(channels.keys()), `no channel of ${team.id}`, [...at, 'channel'])
    }
    const author = ofActor(message.user, team, channel, known, [...at, 'user'])
    if (message.thread_ts === undefined || roots.has(`${message.channel} ${message.thread_ts}`)) return author
    const words = `names ${JSON.stringify(message.thread_ts)}, which begins no thread of ${message.channel}: name a message there that is itself no reply`
    return [...author, { path: [...at, 'thread_ts'], message: words }]
  })
}

/** In a shared channel people and apps of every team that shares it can be. */
function ofActor(id: string, team: WorkspaceTeam, channel: WorkspaceChannel, known: Directory, path: Path): Mistake[] {
  const actors = known.actors([team.id, ...channel.shared_with])
  if (known.apps.has(id) && !actors.has(id)) {
    return [
      {
        path,
        message: `names ${JSON.stringify(id)}, which is not installed in ${team.id}: add it to the app's installed_in`,
      },
    ]
  }
  return check(id, actors, `nobody of ${team.id}`, path)
}

function ofApp(app: WorkspaceApp, known: Directory, path: Path): Mistake[] {
  return app.installed_in.flatMap(({ team, by }, i) => {
    const at = [...path, 'installed_in', i]
    const unknownTeam = check(team, known.teams, 'no team', at)
    return unknownTeam.length > 0 ? unknownTeam : check(by, known.people(team), `nobody of ${team}`, [...at, 'by'])
  })
}

function ofToken(token: WorkspaceToken, known: Directory, path: Path): Mistake[] {
  const { app, team, enterprise, user, teams_granted: granted = [] } = token
  const everybody = known.actors(team === undefined ? [...known.teams] : [team])
  return [
    ...check(app, known.apps, 'no app', [...path, 'app']),
    ...check(team, known.teams, 'no team', [...path, 'team']),
    ...check(enterprise, known.enterprises, 'no enterprise', [...path, 'enterprise']),
    ...check(user, everybody, team === undefined ? 'nobody' : `nobody of ${team}`, [...path, 'user']),
    ...checkAll(granted, known.teams, 'no team', [...path, 'teams_granted']),
  ]
}

function checkAll(ids: readonly string[], known: ReadonlySet<string>, what: string, path: Path): Mistake[] {
  return ids.flatMap((id, i) => check(id, known, what, [...path, i]))
}

function check(id: string | undefined, known: ReadonlySet<string>, what: string, path: Path): Mistake[] {
  if (id === undefined || known.has(id)) return []
  return [{ path, message: `names ${JSON.stringify(id)}, which is ${what}${suggestion(id, known)}` }]
}
