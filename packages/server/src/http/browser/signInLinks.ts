import { newSecret } from '#domain/ids'

const most = 1000

/** Links that sign one person in, once. They live in memory and die with the process. */
export class SignInLinks {
  #people = new Map<string, { team: string; user: string }>()

  make(team: string, user: string): string {
    const code = newSecret()
    if (this.#people.size >= most) this.#people.clear()
    this.#people.set(code, { team, user })
    return code
  }

  use(code: string): { team: string; user: string } | undefined {
    const person = this.#people.get(code)
    this.#people.delete(code)
    return person
  }
}
