import type { ViewerUser } from 'rivulet/feedProtocol'

export type Query = { start: number; text: string }

/** What is being mentioned at the cursor: from an `@` that begins a word up to the cursor. */
export function mentionAt(text: string, cursor: number): Query | undefined {
  const found = /(?:^|[\s([{])@([^\n@]{0,40})$/u.exec(text.slice(0, cursor))
  return found ? { start: cursor - (found[1] ?? '').length - 1, text: found[1] ?? '' } : undefined
}

/** Whom the query may mean, best first. */
export function candidates(query: string, users: readonly ViewerUser[], most = 6): ViewerUser[] {
  const wanted = query.toLocaleLowerCase()
  const rank = (user: ViewerUser) => {
    const names = [user.label, user.name, user.real_name].map((name) => name.toLocaleLowerCase())
    if (names.some((name) => name.startsWith(wanted))) return 0
    return names.some((name) => name.includes(` ${wanted}`)) ? 1 : 2
  }
  return users
    .filter((user) => !user.deleted && rank(user) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label))
    .slice(0, most)
}

/** The text with the one who was picked in place of the query, and where the cursor goes. */
export function picked(text: string, query: Query, user: ViewerUser): { text: string; cursor: number } {
  const before = `${text.slice(0, query.start)}@${user.label} `
  const rest = text.slice(query.start + 1 + query.text.length).replace(/^ /, '')
  return { text: before + rest, cursor: before.length }
}

/** The text as it is sent: `@name` of somebody in the team becomes `<@U…>`, but not in code. */
export function withMentions(text: string, users: readonly ViewerUser[]): string {
  const ids = new Map<string, string>()
  for (const user of users) {
    if (user.deleted) continue
    for (const name of [user.real_name, user.name, user.label]) if (name) ids.set(name.toLocaleLowerCase(), user.id)
  }
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((name) => literal(name))
  if (names.length === 0) return text
  const mention = new RegExp(`(?<![\\p{L}\\p{N}_.@<])@(${names.join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
  return text
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(mention, (said, name: string) => {
            const id = ids.get(name.toLocaleLowerCase())
            return id ? `<@${id}>` : said
          }),
    )
    .join('')
}

function literal(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
