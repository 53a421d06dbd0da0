import type { Option, Options } from '#domain/interactions/interactions'

/** Elements of which it is known what was offered; the oldest is forgotten first. */
const most = 2000
/** Options of one element: what was typed before may have offered what is chosen now. */
const mostOptions = 500

/** [ACT-6] What apps have offered to whom at elements whose options they alone know. */
export class Offered {
  readonly #by = new Map<string, Option[]>()

  to(key: string): readonly Option[] {
    return this.#by.get(key) ?? []
  }

  add(key: string, { options = [], option_groups: groups = [] }: Options): void {
    const fresh = [...options, ...groups.flatMap((group) => group.options)]
    const known = this.to(key).filter(({ value }) => !fresh.some((option) => option.value === value))
    this.#by.delete(key)
    this.#by.set(key, [...known, ...fresh].slice(-mostOptions))
    for (const oldest of this.#by.keys()) {
      if (this.#by.size <= most) break
      this.#by.delete(oldest)
    }
  }
}
