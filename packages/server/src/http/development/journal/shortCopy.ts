import { maskTokens, secretArguments } from '#http/api/secrets'

const maxTextLength = 2000

/** What an entry may show, apart from what kept the whole text in memory: a piece of a text does, and a copy does not. */
export function shortCopy(args: Record<string, unknown>): { copy: Record<string, unknown>; bytes: number } {
  const json = JSON.stringify(shorten(args))
  return { copy: JSON.parse(json), bytes: json.length }
}

/** Arguments without tokens, with the beginnings of long texts. */
export function shorten(args: Record<string, unknown>): Record<string, unknown> {
  const short: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(args)) {
    if (secretArguments.has(name)) short[name] = '[secret]'
    else if (typeof value === 'string') short[name] = shortenText(maskTokens(value))
    else if (typeof value === 'object' && value !== null) {
      const json = maskTokens(JSON.stringify(value))
      short[name] = json.length > maxTextLength ? shortenText(json) : JSON.parse(json)
    } else short[name] = value
  }
  return short
}

function shortenText(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
