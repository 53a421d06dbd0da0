import { shownPath, type Mistake } from '#documents/problems'
import type { Path } from '#documents/positions'
import type { WorkspaceFile } from './declaration.ts'

/** Direct messages of nobody, of too many, or between those who have one already. An app is its bot user. */
export function strangeDirects(file: WorkspaceFile): Mistake[] {
  const bots = new Map(file.apps.map(({ id, bot_user: botUser }) => [id, botUser]))
  const mistakes: Mistake[] = []
  for (const [i, { channels }] of file.teams.entries()) {
    const known = new Map<string, Path>()
    for (const [j, { kind, deleted, members }] of channels.entries()) {
      if (deleted || (kind !== 'im' && kind !== 'mpim')) continue
      const path = ['teams', i, 'channels', j, 'members']
      const people = new Set(members.map((id) => bots.get(id) ?? id))
      const message = kind === 'im' ? whyNot(people, path, known) : people.size === 0 && `needs to name ${those}`
      if (message) mistakes.push({ path, message })
    }
  }
  return mistakes
}

const those = 'those who write to each other'

function whyNot(people: ReadonlySet<string>, path: Path, known: Map<string, Path>): string | undefined {
  if (people.size === 0 || people.size > 2) return 'needs to name one or two, who write to each other'
  const key = [...people].toSorted().join(' ')
  const first = known.get(key)
  if (first) return `is the same as ${shownPath(first)}: there can be one`
  known.set(key, path)
  return undefined
}
