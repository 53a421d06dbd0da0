/** Finds the end of a link's address in round brackets: 'open' if it has not come yet, undefined if this is no address. */
export function findLinkEnd(content: string, at: number): number | 'open' | undefined {
  let i = skipSpace(content, at + 1)
  if (content[i] === '<') {
    const close = content.indexOf('>', i)
    if (close < 0) return 'open'
    i = close + 1
  } else {
    i = skipTarget(content, i)
  }
  const afterTarget = i
  i = skipSpace(content, i)
  if (i > afterTarget && /["'(]/.test(content[i] ?? '')) {
    const close = findUnescaped(content, content[i] === '(' ? ')' : (content[i] ?? ''), i + 1)
    if (close < 0) return 'open'
    i = skipSpace(content, close + 1)
  }
  if (i >= content.length) return 'open'
  return content[i] === ')' ? i + 1 : undefined
}

function findUnescaped(content: string, char: string, from: number): number {
  for (let i = from; i < content.length; i++) {
    if (content[i] === '\\') i++
    else if (content[i] === char) return i
  }
  return -1
}

function skipTarget(content: string, from: number): number {
  let depth = 0
  let i = from
  for (; i < content.length && !/\s/.test(content[i] ?? ''); i++) {
    if (content[i] === '\\') i++
    else if (content[i] === '(') depth++
    else if (content[i] === ')' && depth-- === 0) break
  }
  return Math.min(i, content.length)
}

function skipSpace(content: string, from: number): number {
  let i = from
  while (/\s/.test(content[i] ?? '')) i++
  return i
}
