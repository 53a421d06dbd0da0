import type { ViewerChannel, ViewerUser, ViewerUsergroup } from 'rivulet/feedProtocol'
import type { PickedMention } from './picked.ts'

/** How everybody can be mentioned. */
export const ranges = ['here', 'channel', 'everyone'] as const

export type Known = {
  users: readonly ViewerUser[]
  groups?: readonly ViewerUsergroup[]
  /** Channels with names. */
  channels?: readonly ViewerChannel[]
}

/**
 * The text as it is sent: a picked name becomes `<@U…>` or `<!subteam^S…>`, and so does a name that was typed, if it means
 * nobody else. Code stays as it is.
 */
export function encodeMentions(text: string, known: Known, picked: readonly PickedMention[] = []): string {
  const splitNames = createNameSplitter(known)
  const encodeTyped = (part: string) =>
    splitNames(part)
      .map((piece) => (typeof piece === 'string' ? piece : `<${piece.id}>`))
      .join('')
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

/** Splits text at the typed names that mean somebody. */
export function createNameSplitter(known: Known): (text: string) => (string | { id: string })[] {
  const ids = idsByName(known)
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((name) => escapeRegExp(name))
  if (names.length === 0) return (text) => [text]
  const mention = new RegExp(`(?<![\\p{L}\\p{N}_.@#<&/])(${names.join('|')})(?![\\p{L}\\p{N}_-])`, 'giu')
  return (text) =>
    !/[@#]/.test(text)
      ? [text]
      : text.split(mention).reduce<(string | { id: string })[]>((pieces, piece, i) => {
          const id = i % 2 === 1 ? ids.get(piece.toLocaleLowerCase()) : undefined
          const last = pieces.at(-1)
          if (id !== undefined) pieces.push({ id })
          else if (typeof last === 'string') pieces[pieces.length - 1] = last + piece
          else if (piece !== '') pieces.push(piece)
          return pieces
        }, [])
}

/** What a typed name means, in lower case: undefined if it could be several. What is shown of people goes first. */
function idsByName({ users, groups = [], channels = [] }: Known): Map<string, string | undefined> {
  const ids = new Map<string, string | undefined>()
  const present = users.filter(({ deleted }) => !deleted)
  for (const property of ['label', 'name', 'real_name'] as const) {
    const found = Map.groupBy(present, (user) => user[property].toLocaleLowerCase())
    for (const [name, [one, ...others]] of found)
      if (name && one && !ids.has(`@${name}`)) ids.set(`@${name}`, others.length === 0 ? `@${one.id}` : undefined)
  }
  const add = (name: string, id: string) => !ids.has(name) && ids.set(name, id)
  for (const { id, handle, disabled } of groups) if (!disabled) add(`@${handle.toLocaleLowerCase()}`, `!subteam^${id}`)
  for (const range of ranges) add(`@${range}`, `!${range}`)
  for (const { id, name } of channels) add(`#${name.toLocaleLowerCase()}`, `#${id}`)
  return ids
}

function escapeRegExp(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
