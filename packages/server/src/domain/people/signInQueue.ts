/** How many sign-ins of each kind may be under way or wait. A password takes some 50 ms, so nobody waits long. */
const maxPlaces = 20
/** How many of them may be of one browser or network. */
const maxPlacesOfOne = 2

interface Waiting {
  from: string
  start: () => Promise<void>
}

/**
 * Sign-ins whose password is hashed, one at a time. Those from browsers that their person has used before wait in a queue
 * of their own, and the two queues take turns: strangers, however many, cannot keep them out.
 */
export class SignInQueue {
  readonly #queues: [Waiting[], Waiting[]] = [[], []]
  readonly #placesOf = new Map<string, number>()
  #turn: 0 | 1 = 0
  #isBusy = false

  /** Runs a sign-in when its turn comes. If there is no place for it, says at once who has taken them. */
  run<T>(from: string, isKnown: boolean, signIn: () => Promise<T>): Promise<T> | 'taken by it' | 'taken by all' {
    const queue = this.#queues[isKnown ? 0 : 1]
    const places = this.#placesOf.get(from) ?? 0
    if (places >= maxPlacesOfOne) return 'taken by it'
    if (queue.length >= maxPlaces) return 'taken by all'
    this.#placesOf.set(from, places + 1)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    queue.push({ from, start: () => signIn().then(resolve, reject) })
    if (!this.#isBusy) void this.#work()
    return promise
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#take(); next; next = this.#take()) {
      await next.start()
      const left = (this.#placesOf.get(next.from) ?? 1) - 1
      if (left > 0) this.#placesOf.set(next.from, left)
      else this.#placesOf.delete(next.from)
    }
    this.#isBusy = false
  }

  #take(): Waiting | undefined {
    const other = this.#turn === 0 ? 1 : 0
    const from = this.#queues[this.#turn].length > 0 ? this.#turn : other
    this.#turn = from === 0 ? 1 : 0
    return this.#queues[from].shift()
  }
}
