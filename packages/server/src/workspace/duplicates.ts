import type { WorkspaceFile } from './declaration.ts'
import { formatPath, type Problem } from '#documents/problems'
import type { Path } from '#documents/positions'

type UniqueKey = readonly [what: string, path: Path]

/** Finds values in a well-formed file that must be unique but occur twice. */
export function findDuplicates(file: WorkspaceFile): Problem[] {
  const seen = new Map<string, Path>()
  const problems: Problem[] = []
  for (const [what, path] of listUniqueKeys(file)) {
    const first = seen.get(what)
    if (first) problems.push({ path, message: `is the same as ${formatPath(first)}, but must be unique` })
    else seen.set(what, path)
  }
  return problems
}

/** All values that must be unique. Ids with the same first letter must differ across teams, people and bot users included. */
function* listUniqueKeys(file: WorkspaceFile): Generator<UniqueKey> {
  for (const [i, { id }] of file.enterprises.entries()) yield [id, ['enterprises', i, 'id']]
  for (const [i, team] of file.teams.entries()) {
    const path = ['teams', i]
    yield [team.id, [...path, 'id']]
    yield [`domain ${team.domain}`, [...path, 'domain']]
    for (const [j, { id }] of team.users.entries()) yield [id, [...path, 'users', j, 'id']]
    for (const [j, { id }] of team.usergroups.entries()) yield [id, [...path, 'usergroups', j, 'id']]
    for (const [j, { id, kind, name, deleted }] of team.channels.entries()) {
      yield [id, [...path, 'channels', j, 'id']]
      // [ROM-2] A private channel may have a name that is taken. Otherwise the error would reveal that channel.
      if (kind === 'public' && !deleted) yield [`name ${team.id} ${name}`, [...path, 'channels', j, 'name']]
    }
    for (const [j, message] of team.messages.entries()) {
      const at = [...path, 'messages', j]
      yield [`message ${message.channel} ${message.ts}`, [...at, 'ts']]
      const { client_msg_id: clientMsgId } = message
      if (clientMsgId !== undefined)
        yield [`client_msg_id ${team.id} ${message.user} ${clientMsgId}`, [...at, 'client_msg_id']]
    }
  }
  for (const [i, app] of file.apps.entries()) {
    const path = ['apps', i]
    yield [app.id, [...path, 'id']]
    yield [app.bot_id, [...path, 'bot_id']]
    yield [app.bot_user, [...path, 'bot_user']]
    if (app.client_id !== undefined) yield [`client ${app.client_id}`, [...path, 'client_id']]
    for (const [j, { team }] of app.installed_in.entries()) {
      yield [`installed ${app.id} ${team}`, [...path, 'installed_in', j]]
    }
  }
  for (const [i, { token }] of file.tokens.entries()) yield [`token ${token}`, ['tokens', i, 'token']]
}
