import type { ViewerUser, ViewerUsergroup } from 'rivulet/feedProtocol'
import { compareNames } from '#names/compareNames.ts'

/** Who can be mentioned: a person, an app, or a group by its handle. */
export type Mentionable = ViewerUser | ViewerUsergroup

export type MentionQuery = { start: number; text: string }

/** The mention being typed: the text from an `@` that begins a word up to the cursor. */
export function findMentionQuery(text: string, cursor: number): MentionQuery | undefined {
  const found = /(?:^|[\s([{])@([^\n@]{0,40})$/u.exec(text.slice(0, cursor))
  return found ? { start: cursor - (found[1] ?? '').length - 1, text: found[1] ?? '' } : undefined
}

/** The users that a query may mean, best matches first. */
export function findUsers(query: string, users: readonly ViewerUser[], maxUsers = 6): ViewerUser[] {
  const text = query.toLocaleLowerCase()
  const rank = (user: ViewerUser) => {
    const names = [user.label, user.name, user.real_name].map((name) => name.toLocaleLowerCase())
    if (names.some((name) => name.startsWith(text))) return 0
    return names.some((name) => name.includes(` ${text}`)) ? 1 : 2
  }
  return users
    .filter((user) => !user.deleted && rank(user) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a.label, b.label))
    .slice(0, maxUsers)
}

/** The groups that a query may mean. */
export function findGroups(query: string, groups: readonly ViewerUsergroup[], maxGroups = 3): ViewerUsergroup[] {
  const text = query.toLocaleLowerCase()
  return groups
    .filter(
      ({ disabled, handle, name }) =>
        !disabled && [handle, name.toLocaleLowerCase()].some((known) => known.startsWith(text)),
    )
    .toSorted((a, b) => compareNames(a.handle, b.handle))
    .slice(0, maxGroups)
}

export function mentionLabel(mentioned: Mentionable): string {
  return 'handle' in mentioned ? mentioned.handle : mentioned.label
}

/** Replaces the query by a mention of the user; also returns the new position of the cursor. */
export function insertMention(
  text: string,
  query: MentionQuery,
  mentioned: Mentionable,
): { text: string; cursor: number } {
  const before = `${text.slice(0, query.start)}@${mentionLabel(mentioned)} `
  const rest = text.slice(query.start + 1 + query.text.length).replace(/^ /, '')
  return { text: before + rest, cursor: before.length }
}

/** The text as it is sent: `@name` of a user becomes `<@U…>`, that of a group `<!subteam^S…>`, except in code. */
export function encodeMentions(
  text: string,
  users: readonly ViewerUser[],
  groups: readonly ViewerUsergroup[] = [],
): string {
  const ids = new Map<string, string>()
  for (const { id, handle, disabled } of groups) if (!disabled) ids.set(handle.toLocaleLowerCase(), `!subteam^${id}`)
  for (const user of users) {
    if (user.deleted) continue
    for (const name of [user.real_name, user.name, user.label])
      if (name) ids.set(name.toLocaleLowerCase(), `@${user.id}`)
  }
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((name) => escapeRegExp(name))
  if (names.length === 0) return text
  const mention = new RegExp(`(?<![\\p{L}\\p{N}_.@<])@(${names.join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
  return text
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(mention, (typed, name: string) => {
            const id = ids.get(name.toLocaleLowerCase())
            return id ? `<${id}>` : typed
          }),
    )
    .join('')
}

function escapeRegExp(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
