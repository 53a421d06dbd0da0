import { newSecret } from '#domain/ids'

const maxLinks = 1000

/** Links that sign one person in, once. They are kept in memory only. */
export class SignInLinks {
  #people = new Map<string, { team: string; user: string }>()

  create(team: string, user: string): string {
    const code = newSecret()
    if (this.#people.size >= maxLinks) this.#people.clear()
    this.#people.set(code, { team, user })
    return code
  }

  use(code: string): { team: string; user: string } | undefined {
    const person = this.#people.get(code)
    this.#people.delete(code)
    return person
  }
}
