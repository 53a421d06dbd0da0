/** Where in a JSON text the value is that a JSON pointer names: from and to. Undefined when there is none. */
export function placeOf(text: string, pointer: string): [number, number] | undefined {
  const path = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  let at = 0

  const blank = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  const scalar = () => {
    const token = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y
    token.lastIndex = at
    const found = token.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  /** Walks over a value; `rest` is the way to what is looked for, undefined beside it. */
  const walk = (rest: readonly string[] | undefined): [number, number] | undefined => {
    blank()
    const from = at
    let place: [number, number] | undefined
    const opening = text[at]
    if (opening !== '{' && opening !== '[') {
      scalar()
    } else {
      at++
      for (let i = 0, before = -1; at < text.length && at > before; i++) {
        before = at
        blank()
        if (text[at] === '}' || text[at] === ']') break
        let key = String(i)
        if (opening === '{') {
          key = String(JSON.parse(scalar()))
          blank()
          at++
        }
        const found = walk(rest?.[0] === key ? rest.slice(1) : undefined)
        place ??= found
        blank()
        if (text[at] === ',') at++
      }
      at++
    }
    return rest?.length === 0 ? [from, at] : place
  }
  return walk(path)
}
