import type { WorkspaceApp, WorkspaceChannel, WorkspaceFile, WorkspaceTeam, WorkspaceToken } from './declaration.ts'
import { directoryOf, type Directory } from './directory.ts'
import type { Problem } from '#documents/problems'
import { suggestion } from '#documents/didYouMean'
import type { Path } from '#documents/positions'

/** For how many ids one is looked for that was meant: each is compared with all that there are. */
const mostSuggestions = 20

/** A problem with an id, and how to find what was meant. */
interface Dangling extends Problem {
  suggest?: () => string
}

/** Finds every id in a well-formed file that names nothing. */
export function findDanglingIds(file: WorkspaceFile): Problem[] {
  const known = directoryOf(file)
  const found: Dangling[] = [
    ...file.teams.flatMap((team, i) => checkTeam(team, known, ['teams', i])),
    ...file.apps.flatMap((app, i) => checkApp(app, known, ['apps', i])),
    ...file.tokens.flatMap((token, i) => checkToken(token, known, ['tokens', i])),
  ]
  return found.map(({ path, message, suggest }, i) => {
    return { path, message: i < mostSuggestions && suggest ? message + suggest() : message }
  })
}

function checkTeam(team: WorkspaceTeam, known: Directory, path: Path): Dangling[] {
  const people = known.people(team.id)
  return [
    ...checkId(team.enterprise, known.enterprises, 'enterprise', [...path, 'enterprise']),
    ...team.usergroups.flatMap(({ users }, i) =>
      checkIds(users, people, `person in ${team.id}`, [...path, 'usergroups', i, 'users']),
    ),
    ...team.channels.flatMap((channel, i) => checkChannel(team, channel, known, [...path, 'channels', i])),
    ...checkMessages(team, known, [...path, 'messages']),
  ]
}

function checkChannel(team: WorkspaceTeam, channel: WorkspaceChannel, known: Directory, path: Path): Dangling[] {
  const others = new Set(known.teams)
  others.delete(team.id)
  return [
    ...checkIds(channel.shared_with, others, 'other team', [...path, 'shared_with']),
    ...checkIds(channel.blocked_apps, known.apps, 'app', [...path, 'blocked_apps']),
    ...channel.members.flatMap((id, i) => checkActor(id, team, channel, known, [...path, 'members', i])),
  ]
}

function checkMessages(team: WorkspaceTeam, known: Directory, path: Path): Dangling[] {
  const channels = new Map(team.channels.map((channel) => [channel.id, channel]))
  const roots = new Set(
    team.messages.filter((one) => one.thread_ts === undefined).map((one) => `${one.channel} ${one.ts}`),
  )
  return team.messages.flatMap((message, i) => {
    const at = [...path, i]
    const channel = channels.get(message.channel)
    if (!channel) {
      return checkId(message.channel, new Set(channels.keys()), `channel in ${team.id}`, [...at, 'channel'])
    }
    const author = checkActor(message.user, team, channel, known, [...at, 'user'])
    if (message.thread_ts === undefined || roots.has(`${message.channel} ${message.thread_ts}`)) return author
    const words = `names ${JSON.stringify(message.thread_ts)}, which is not a root in ${message.channel}. Name a message that is not a reply itself`
    return [...author, { path: [...at, 'thread_ts'], message: words }]
  })
}

/** Checks a person or app in a channel. A shared channel may have members of every team that shares it. */
function checkActor(
  id: string,
  team: WorkspaceTeam,
  channel: WorkspaceChannel,
  known: Directory,
  path: Path,
): Dangling[] {
  const actors = known.actors([team.id, ...channel.shared_with])
  if (known.apps.has(id) && !actors.has(id)) {
    return [
      {
        path,
        message: `names ${JSON.stringify(id)}, which is not installed in ${team.id}: add it to the app's installed_in`,
      },
    ]
  }
  return checkId(id, actors, `person or app in ${team.id}`, path)
}

function checkApp(app: WorkspaceApp, known: Directory, path: Path): Dangling[] {
  return app.installed_in.flatMap(({ team, by }, i) => {
    const at = [...path, 'installed_in', i]
    const unknownTeam = checkId(team, known.teams, 'team', at)
    return unknownTeam.length > 0 ? unknownTeam : checkId(by, known.people(team), `person in ${team}`, [...at, 'by'])
  })
}

function checkToken(token: WorkspaceToken, known: Directory, path: Path): Dangling[] {
  const { app, team, enterprise, user, teams_granted: granted = [] } = token
  const everybody = known.actors(team === undefined ? [...known.teams] : [team])
  return [
    ...checkId(app, known.apps, 'app', [...path, 'app']),
    ...checkId(team, known.teams, 'team', [...path, 'team']),
    ...checkId(enterprise, known.enterprises, 'enterprise', [...path, 'enterprise']),
    ...checkId(user, everybody, team === undefined ? 'person or app' : `person or app in ${team}`, [...path, 'user']),
    ...checkIds(granted, known.teams, 'team', [...path, 'teams_granted']),
  ]
}

function checkIds(ids: readonly string[], known: ReadonlySet<string>, what: string, path: Path): Dangling[] {
  return ids.flatMap((id, i) => checkId(id, known, what, [...path, i]))
}

function checkId(id: string | undefined, known: ReadonlySet<string>, what: string, path: Path): Dangling[] {
  if (id === undefined || known.has(id)) return []
  const message = `names ${JSON.stringify(id)}, but there is no such ${what}`
  return [{ path, message, suggest: () => suggestion(id, known) }]
}
