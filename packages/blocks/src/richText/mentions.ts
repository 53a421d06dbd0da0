import type { Block } from '#types'

/** Whom a message addresses: ids of users and user groups, and `everyone` for @here, @channel and @everyone. */
export type Mentioned = string

const inText = /<(?:@([UW][A-Z0-9]{1,254})|!subteam\^(S[A-Z0-9]{1,254})|!(?:here|channel|everyone))(?:\|[^<>]*)?>/g
/** An id has at most 255 characters, and a longer one names nobody. */
const personId = /^[UW][A-Z0-9]{1,254}$/
const groupId = /^S[A-Z0-9]{1,254}$/

/**
 * Lists whom a message mentions, each once. Its blocks say so; the text counts if there are none. Words that only look like
 * a mention, as in code, are none.
 */
export function mentionsOf(text: string, blocks: readonly Block[]): Mentioned[] {
  const found = new Set<Mentioned>()
  if (blocks.length === 0) addFromMrkdwn(text, found)
  else addFrom(blocks, found)
  return [...found]
}

function addFrom(value: unknown, found: Set<Mentioned>): void {
  if (Array.isArray(value)) return value.forEach((one) => addFrom(one, found))
  if (typeof value !== 'object' || value === null) return
  const part: { type?: unknown; user_id?: unknown; usergroup_id?: unknown; text?: unknown } = value
  const { type, user_id: user, usergroup_id: group, text } = part
  if (type === 'user' && typeof user === 'string') addIf(personId, user, found)
  else if (type === 'usergroup' && typeof group === 'string') addIf(groupId, group, found)
  else if (type === 'broadcast') found.add('everyone')
  else if (type === 'mrkdwn' && typeof text === 'string') addFromMrkdwn(text, found)
  else for (const one of Object.values(value)) addFrom(one, found)
}

function addIf(pattern: RegExp, id: string, found: Set<Mentioned>): void {
  if (pattern.test(id)) found.add(id)
}

function addFromMrkdwn(text: string, found: Set<Mentioned>): void {
  if (!text.includes('<')) return
  for (const [, user, group] of text.replaceAll(/```[^]*?```|`[^`\n]*`/g, '').matchAll(inText))
    found.add(user ?? group ?? 'everyone')
}
