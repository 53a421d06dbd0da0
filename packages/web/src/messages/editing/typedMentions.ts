import type { ViewerUser, ViewerUsergroup } from 'rivulet/feedProtocol'
import type { PickedMention } from '#composer/mentions/picked.ts'

type Known = { users: Readonly<Record<string, ViewerUser>>; usergroups: Readonly<Record<string, ViewerUsergroup>> }

/** Code, which stays as it is, or a mention. */
const parts = /```[\s\S]*?(?:```|$)|`[^`\n]*`|<(@([A-Z0-9]+)|!subteam\^([A-Z0-9]+))>/g

/** What a person typed, with names in place of ids, and whom these names mean. */
export function decodeMentions(
  typed: string,
  { users, usergroups }: Known,
): { text: string; picked: readonly PickedMention[] } {
  const picked: PickedMention[] = []
  let text = ''
  let at = 0
  for (const match of typed.matchAll(parts)) {
    const [code, id = '', user = '', group = ''] = match
    const name = user ? users[user]?.label : usergroups[group]?.handle
    text += typed.slice(at, match.index)
    if (name !== undefined) picked.push({ start: text.length, end: text.length + name.length + 1, id })
    text += name === undefined ? code : `@${name}`
    at = match.index + code.length
  }
  return { text: text + typed.slice(at), picked }
}
