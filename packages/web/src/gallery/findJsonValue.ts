/** The range, `[from, to]`, of the value that a JSON pointer names in a JSON text; undefined if there is none. */
export function findJsonValue(text: string, pointer: string): [number, number] | undefined {
  const path = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  let position = 0

  const skipSpace = () => {
    while (/\s/.test(text[position] ?? '')) position++
  }
  const readScalar = () => {
    const token = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y
    token.lastIndex = position
    const scalar = token.exec(text)?.[0] ?? ''
    position += scalar.length
    return scalar
  }
  /** Reads a value. `rest` is the remaining path to the value that is looked for; undefined if it is elsewhere. */
  const readValue = (rest: readonly string[] | undefined): [number, number] | undefined => {
    skipSpace()
    const from = position
    let range: [number, number] | undefined
    const opening = text[position]
    if (opening !== '{' && opening !== '[') {
      readScalar()
    } else {
      position++
      for (let i = 0, previous = -1; position < text.length && position > previous; i++) {
        previous = position
        skipSpace()
        if (text[position] === '}' || text[position] === ']') break
        let key = String(i)
        if (opening === '{') {
          key = String(JSON.parse(readScalar()))
          skipSpace()
          position++
        }
        const found = readValue(rest?.[0] === key ? rest.slice(1) : undefined)
        range ??= found
        skipSpace()
        if (text[position] === ',') position++
      }
      position++
    }
    return rest?.length === 0 ? [from, position] : range
  }
  return readValue(path)
}
