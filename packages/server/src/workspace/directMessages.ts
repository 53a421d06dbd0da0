import { formatPath, type Problem } from '#documents/problems'
import type { Path } from '#documents/positions'
import type { WorkspaceFile } from './declaration.ts'

/**
 * Finds direct messages with no members or too many, and second ones between the same members. An app counts as its bot
 * user.
 */
export function findInvalidDirectMessages(file: WorkspaceFile): Problem[] {
  const bots = new Map(file.apps.map(({ id, bot_user: botUser }) => [id, botUser]))
  const problems: Problem[] = []
  for (const [i, { channels }] of file.teams.entries()) {
    const known = new Map<string, Path>()
    for (const [j, { kind, deleted, members }] of channels.entries()) {
      if (deleted || (kind !== 'im' && kind !== 'mpim')) continue
      const path = ['teams', i, 'channels', j, 'members']
      const memberIds = new Set(members.map((id) => bots.get(id) ?? id))
      const message =
        kind === 'im' ? memberProblem(memberIds, path, known) : memberIds.size === 0 && 'needs to name people or apps'
      if (message) problems.push({ path, message })
    }
  }
  return problems
}

function memberProblem(memberIds: ReadonlySet<string>, path: Path, known: Map<string, Path>): string | undefined {
  if (memberIds.size === 0 || memberIds.size > 2) return 'needs to name one or two people or apps'
  const key = [...memberIds].toSorted().join(' ')
  const first = known.get(key)
  if (first) return `is the same as ${formatPath(first)}, but must be unique`
  known.set(key, path)
  return undefined
}
