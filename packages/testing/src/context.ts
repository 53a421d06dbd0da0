import type { Act, InProcessServer } from 'rivulet/inProcess'

/** Nobody did what a test waits for. `message` says what happened in place of it, in order. */
export class RivuletTimeout extends Error {
  override name = 'RivuletTimeout'
}

/** `quiet`: for how long nothing has to have happened; `timeout`: how long to wait for that. Milliseconds, 50 and 5,000. */
export interface SettledOptions {
  quiet?: number
  timeout?: number
}

/** What people, apps and the server of one test share: its inside, what people have done, and how long one waits. */
export class Context {
  readonly inside: InProcessServer
  readonly timeout: number
  readonly acts: (Act & { position: number; team: string })[] = []
  /** The team of each act that has not ended. */
  readonly #underWay: string[] = []

  constructor(inside: InProcessServer, timeout: number) {
    this.inside = inside
    this.timeout = timeout
  }

  /** Lets a person do something, and remembers that they did. */
  async act<T>(team: string, words: string, run: () => Promise<T>): Promise<T> {
    const { kit, journal, clock } = this.inside
    this.acts.push({ team, words, at: clock.now(), journal: journal.newest, position: kit.happenings.position })
    this.#underWay.push(team)
    try {
      return await run()
    } finally {
      this.#underWay.splice(this.#underWay.indexOf(team), 1)
      kit.happenings.wake()
    }
  }

  /** Waits until `find` finds something. It looks whenever something has happened in the server, and at no other time. */
  async until<T>(find: () => Promise<T | undefined>, missing: string, timeout = this.timeout): Promise<T> {
    const ended = AbortSignal.timeout(timeout)
    for (;;) {
      const changed = this.inside.kit.happenings.change(ended)
      const found = await find()
      if (found !== undefined) return found
      if (ended.aborted) throw new RivuletTimeout(await this.#explain(`${missing} within ${timeout} ms.`))
      await changed
    }
  }

  /** Waits until nobody has anything left to do, in one team or in all, and nothing has happened for `quiet` milliseconds. */
  async settled({ quiet = 50, timeout = this.timeout }: SettledOptions = {}, team?: string): Promise<void> {
    const isUnderWay = () => (team === undefined ? this.#underWay.length > 0 : this.#underWay.includes(team))
    await this.until(
      async () => {
        if (isUnderWay()) return undefined
        return (await this.inside.kit.isSettled(quiet, team)) && !isUnderWay() ? true : undefined
      },
      team === undefined ? 'The server has not settled' : `The workspace ${team} has not settled`,
      timeout,
    )
  }

  #explain(missing: string): Promise<string> {
    const waiting = this.#underWay.length > 0 ? ['Somebody waits for an app.'] : []
    return this.inside.tellStory(missing, this.acts, waiting)
  }
}
