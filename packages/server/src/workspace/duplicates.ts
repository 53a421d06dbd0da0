import type { WorkspaceFile } from './declaration.ts'
import { shownPath, type Mistake } from '#documents/problems'
import type { Path } from '#documents/positions'

type Claim = readonly [what: string, path: Path]

/** Everything that has to be unique in a well-formed file and is there twice. */
export function duplicates(file: WorkspaceFile): Mistake[] {
  const seen = new Map<string, Path>()
  const mistakes: Mistake[] = []
  for (const [what, path] of claims(file)) {
    const first = seen.get(what)
    if (first) mistakes.push({ path, message: `is the same as ${shownPath(first)}: there can be one` })
    else seen.set(what, path)
  }
  return mistakes
}

/** Ids of one letter share a space, whatever team they are of: people and bot users, too. */
function* claims(file: WorkspaceFile): Generator<Claim> {
  for (const [i, { id }] of file.enterprises.entries()) yield [id, ['enterprises', i, 'id']]
  for (const [i, team] of file.teams.entries()) {
    const path = ['teams', i]
    yield [team.id, [...path, 'id']]
    yield [`domain ${team.domain}`, [...path, 'domain']]
    for (const [j, { id }] of team.users.entries()) yield [id, [...path, 'users', j, 'id']]
    for (const [j, { id }] of team.usergroups.entries()) yield [id, [...path, 'usergroups', j, 'id']]
    for (const [j, { id, kind, name, deleted }] of team.channels.entries()) {
      yield [id, [...path, 'channels', j, 'id']]
      // [ROM-2] A private channel may have the name of another: who is not in it would learn of it.
      if (kind === 'public' && !deleted) yield [`name ${team.id} ${name}`, [...path, 'channels', j, 'name']]
    }
    for (const [j, message] of team.messages.entries()) {
      const at = [...path, 'messages', j]
      yield [`message ${message.channel} ${message.ts}`, [...at, 'ts']]
      const { client_msg_id: repeat } = message
      if (repeat !== undefined) yield [`repeat ${team.id} ${message.user} ${repeat}`, [...at, 'client_msg_id']]
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
