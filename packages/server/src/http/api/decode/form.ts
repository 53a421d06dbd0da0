import { addArgument, type CallArguments } from './arguments.ts'
import { decodeError } from './decodeError.ts'

export type Charset = 'utf8' | 'latin1'

/** Adds the pairs of `a=1&b=2` to `into`. `source` names the text in an error. */
export function decodeForm(into: CallArguments, text: string, charset: Charset, source: string): void {
  const { length } = text
  let start = 0
  let equals = text.indexOf('=')
  while (start < length) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? length : ampersand
    // The next `=` is searched only after the last one was passed, so a body without any `=` is scanned once, not per pair.
    if (equals !== -1 && equals < start) equals = text.indexOf('=', start)
    if (end > start) {
      const nameEnd = equals === -1 || equals > end ? end : equals
      const name = decodeFormText(text.slice(start, nameEnd), charset, source)
      addArgument(into, name, nameEnd === end ? '' : decodeFormText(text.slice(nameEnd + 1, end), charset, source))
    }
    start = end + 1
  }
}

function decodeFormText(raw: string, charset: Charset, source: string): string {
  const text = raw.includes('+') ? raw.replaceAll('+', ' ') : raw
  if (!text.includes('%')) return text
  if (charset === 'utf8') {
    try {
      return decodeURIComponent(text)
    } catch {
      // Either an escape is malformed, or the bytes are not UTF-8. Only the first is an error.
    }
  }
  return decodeFormBytes(text, charset, source)
}

function decodeFormBytes(text: string, charset: Charset, source: string): string {
  const malformed = malformedEscape.exec(text)
  if (malformed) {
    throw decodeError(
      'invalid_form_data',
      `${source} has the malformed escape ${JSON.stringify(malformed[0])}: write a percent sign as %25.`,
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
