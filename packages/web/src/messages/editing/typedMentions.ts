import type { ViewerChannel, ViewerUser, ViewerUsergroup } from 'rivulet/feedProtocol'
import type { PickedMention } from '#composer/mentions/picked.ts'

type Known = {
  users: Readonly<Record<string, ViewerUser>>
  usergroups: Readonly<Record<string, ViewerUsergroup>>
  channels?: Readonly<Record<string, ViewerChannel>>
}

/** Code, which stays as it is, or a mention. */
const parts =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|<(@([A-Z0-9]+)|!subteam\^([A-Z0-9]+)|#([A-Z0-9]+)|!(here|channel|everyone))>/g

/** What a person typed, with names in place of ids, and whom these names mean. */
export function decodeMentions(
  typed: string,
  { users, usergroups, channels = {} }: Known,
): { text: string; picked: readonly PickedMention[] } {
  const picked: PickedMention[] = []
  let text = ''
  let at = 0
  for (const match of typed.matchAll(parts)) {
    const [code, id = '', user = '', group = '', channel = '', range] = match
    const name = user ? users[user]?.label : (usergroups[group]?.handle ?? channels[channel]?.name ?? range)
    text += typed.slice(at, match.index)
    if (name !== undefined) picked.push({ start: text.length, end: text.length + name.length + 1, id })
    text += name === undefined ? code : `${channel ? '#' : '@'}${name}`
    at = match.index + code.length
  }
  return { text: text + typed.slice(at), picked }
}
