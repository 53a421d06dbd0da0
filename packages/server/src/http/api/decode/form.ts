import { gather, type Gathered } from './arguments.ts'
import { undecodable } from './fault.ts'

export type Charset = 'utf8' | 'latin1'

/** Reads `a=1&b=2` into `into`; `what` names the place in a fault. */
export function decodeForm(into: Gathered, text: string, charset: Charset, what: string): void {
  const { length } = text
  let start = 0
  let equals = text.indexOf('=')
  while (start < length) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? length : ampersand
    // Looked for again only when it is behind us: a body without any is scanned once, not once for each pair.
    if (equals !== -1 && equals < start) equals = text.indexOf('=', start)
    if (end > start) {
      const nameEnd = equals === -1 || equals > end ? end : equals
      const name = unescape(text.slice(start, nameEnd), charset, what)
      gather(into, name, nameEnd === end ? '' : unescape(text.slice(nameEnd + 1, end), charset, what))
    }
    start = end + 1
  }
}

function unescape(raw: string, charset: Charset, what: string): string {
  const text = raw.includes('+') ? raw.replaceAll('+', ' ') : raw
  if (!text.includes('%')) return text
  if (charset === 'utf8') {
    try {
      return decodeURIComponent(text)
    } catch {
      // Either an escape is malformed, or the bytes are no UTF-8; only the first is a fault of the form.
    }
  }
  return unescapeBytes(text, charset, what)
}

function unescapeBytes(text: string, charset: Charset, what: string): string {
  const bad = malformedEscape.exec(text)
  if (bad) {
    throw undecodable(
      'invalid_form_data',
      `${what} has the malformed escape ${JSON.stringify(bad[0])}: write a percent sign as %25.`,
    )
  }
  const bytes = Buffer.from(text, charset)
  let size = 0
  for (let i = 0; i < bytes.length; i++) {
    const escaped = bytes[i] === percent
    bytes[size++] = escaped ? hexDigit(bytes[i + 1]) * 16 + hexDigit(bytes[i + 2]) : (bytes[i] ?? 0)
    if (escaped) i += 2
  }
  return bytes.toString(charset, 0, size)
}

function hexDigit(code = 0): number {
  return code <= nine ? code & 0xf : (code & 0xf) + 9
}

const percent = 0x25
const nine = 0x39
const malformedEscape = /%(?![0-9A-Fa-f]{2}).{0,2}/s
