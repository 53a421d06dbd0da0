import type { Option, Options } from '#domain/interactions/interactions'

/** For how many elements options are kept; the oldest are dropped first. */
const maxElements = 2000
/** How many options are kept for one element. Options from earlier typing may still be chosen. */
const maxOptions = 500

/** [ACT-6] The options that apps have offered to people at elements with external options. */
export class OfferedOptions {
  readonly #byKey = new Map<string, Option[]>()

  get(key: string): readonly Option[] {
    return this.#byKey.get(key) ?? []
  }

  add(key: string, { options = [], option_groups: groups = [] }: Options): void {
    const added = [...options, ...groups.flatMap((group) => group.options)]
    const known = this.get(key).filter(({ value }) => !added.some((option) => option.value === value))
    this.#byKey.delete(key)
    this.#byKey.set(key, [...known, ...added].slice(-maxOptions))
    for (const oldest of this.#byKey.keys()) {
      if (this.#byKey.size <= maxElements) break
      this.#byKey.delete(oldest)
    }
  }
}
