import { newId } from '#domain/ids'

const maxLetters = 20

/** Makes ids that a person can read: `U0ANA` for `ana`, or `U0ANA7K2M9Q` in a workspace of its own. */
export class OutlineIds {
  readonly team: string
  readonly domain: string
  readonly #suffix: string
  readonly #taken = new Set<string>()
  /** How often the letters of a name have come. */
  readonly #counts = new Map<string, number>()

  /** `suffix` keeps the ids of one workspace apart from those of others. */
  constructor(suffix = '') {
    this.#suffix = suffix
    this.team = suffix === '' ? 'T0TEST' : `T0${suffix}`
    this.domain = suffix === '' ? 'test' : `test-${suffix.toLowerCase()}`
  }

  /** Ids that no other workspace has. */
  static unique(): OutlineIds {
    return new OutlineIds(newId('').slice(0, 8))
  }

  /** A new id for something of this name. Names with the same letters, or with none, are numbered. */
  next(letter: string, name: string): string {
    const letters = name
      .normalize('NFKD')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '')
      .slice(0, maxLetters)
    const base = letter + letters
    for (let n = (this.#counts.get(base) ?? 0) + 1; ; n++) {
      const id = `${letter}0${letters}${n === 1 && letters !== '' ? '' : n}${this.#suffix}`
      if (this.#taken.has(id)) continue
      this.#taken.add(id)
      this.#counts.set(base, n)
      return id
    }
  }
}
