import type { ViewerUser, ViewerUsergroup } from 'rivulet/feedProtocol'
import { compareNames } from '#names/compareNames.ts'
import type { PickedMention } from './picked.ts'

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

/**
 * Replaces the query by a mention. Also returns the new position of the cursor, and what was picked: its name alone does
 * not say who is meant, where several have it.
 */
export function insertMention(
  text: string,
  query: MentionQuery,
  mentioned: Mentionable,
): { text: string; cursor: number; picked: PickedMention } {
  const name = `@${mentionLabel(mentioned)}`
  const before = `${text.slice(0, query.start)}${name} `
  const rest = text.slice(query.start + 1 + query.text.length).replace(/^ /, '')
  const id = 'handle' in mentioned ? `!subteam^${mentioned.id}` : `@${mentioned.id}`
  const picked = { start: query.start, end: query.start + name.length, id }
  return { text: before + rest, cursor: before.length, picked }
}

type Known = { users: readonly ViewerUser[]; groups?: readonly ViewerUsergroup[] }

/**
 * The text as it is sent: a picked name becomes `<@U…>` or `<!subteam^S…>`, and so does a name that was typed, if it means
 * nobody else. Code stays as it is.
 */
export function encodeMentions(
  text: string,
  { users, groups = [] }: Known,
  picked: readonly PickedMention[] = [],
): string {
  const ids = idsByName(users, groups)
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((name) => escapeRegExp(name))
  const mention = new RegExp(`(?<![\\p{L}\\p{N}_.@<])@(${names.join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
  const encodeTyped = (part: string) =>
    names.length === 0
      ? part
      : part.replace(mention, (typed, name: string) => {
          const id = ids.get(name.toLocaleLowerCase())
          return id ? `<${id}>` : typed
        })
  let at = 0
  let encoded = ''
  for (const [i, part] of text.split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/).entries()) {
    const end = at + part.length
    if (i % 2 === 1) encoded += part
    else {
      for (const mentioned of picked.toSorted((a, b) => a.start - b.start)) {
        if (mentioned.start < at || mentioned.end > end) continue
        encoded += `${encodeTyped(text.slice(at, mentioned.start))}<${mentioned.id}>`
        at = mentioned.end
      }
      encoded += encodeTyped(text.slice(at, end))
    }
    at = end
  }
  return encoded
}

/** Whom a typed name means, in lower case: undefined if it could be several. What is shown of people goes first. */
function idsByName(users: readonly ViewerUser[], groups: readonly ViewerUsergroup[]): Map<string, string | undefined> {
  const ids = new Map<string, string | undefined>()
  const present = users.filter(({ deleted }) => !deleted)
  for (const property of ['label', 'name', 'real_name'] as const) {
    const found = Map.groupBy(present, (user) => user[property].toLocaleLowerCase())
    for (const [name, [one, ...others]] of found)
      if (name && one && !ids.has(name)) ids.set(name, others.length === 0 ? `@${one.id}` : undefined)
  }
  for (const { id, handle, disabled } of groups)
    if (!disabled && !ids.has(handle.toLocaleLowerCase())) ids.set(handle.toLocaleLowerCase(), `!subteam^${id}`)
  return ids
}

function escapeRegExp(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
