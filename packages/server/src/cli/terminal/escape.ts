/**
 * A text from outside as one line of a terminal. What would move the cursor, change the colours, end the line or turn the
 * direction of what follows is written out: `\u001b`.
 */
export function toOneLine(text: string): string {
  return text.replaceAll(unsafe, (character) => short[character] ?? escaped(character))
}

/** Controls, formats other than the joiners of emoji and scripts, separators of lines, and halves of characters. */
const unsafe = /\p{Cc}|(?!\u200c|\u200d)\p{Cf}|[\u2028\u2029]|\p{Cs}/gu
const short: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}
