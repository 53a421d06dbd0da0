/** A variable of the test. It is declared only if something uses it. */
export interface Variable {
  name: string
  used: boolean
}

const reserved = new Set(
  'server app test expect manifest startRivulet onTestFinished program await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield arguments eval async of'.split(
    ' ',
  ),
)

/** Names for variables, each given once. */
export class VariableNames {
  readonly #taken = new Set(reserved)

  /** `anaLima` for `ana.lima`; `fallback` if nothing of the name can be used. */
  of(name: string, fallback: string): string {
    const words = name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => word !== '')
    const joined = words.map((word, i) => (i === 0 ? lowerFirst(word) : upperFirst(word))).join('')
    return this.#free(/^[a-z]\w*$/.test(joined) ? joined.slice(0, 40) : fallback)
  }

  /** `said1`, `said2` … */
  numbered(word: string): string {
    for (let n = 1; ; n++) if (!this.#taken.has(`${word}${n}`)) return this.#free(`${word}${n}`)
  }

  #free(name: string): string {
    let free = name
    for (let n = 2; this.#taken.has(free); n++) free = `${name}${n}`
    this.#taken.add(free)
    return free
  }
}

export function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function lowerFirst(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1)
}
