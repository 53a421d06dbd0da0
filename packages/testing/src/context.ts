import type { Act, InProcessServer } from 'rivulet/inProcess'

/** Nobody did what a test waits for. `message` says what happened in place of it, in order. */
export class RivuletTimeout extends Error {
  override name = 'RivuletTimeout'
}

/** What people, apps and the server of one test share: its inside, what people have done, and how long one waits. */
export class Context {
  readonly inside: InProcessServer
  readonly timeout: number
  readonly acts: (Act & { position: number; team: string })[] = []
  #underWay = 0

  constructor(inside: InProcessServer, timeout: number) {
    this.inside = inside
    this.timeout = timeout
  }

  /** Lets a person do something, and remembers that they did. */
  async act<T>(team: string, words: string, run: () => Promise<T>): Promise<T> {
    const { kit, journal, clock } = this.inside
    this.acts.push({ team, words, at: clock.now(), journal: journal.newest, position: kit.happenings.position })
    this.#underWay++
    try {
      return await run()
    } finally {
      this.#underWay--
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

  /** Waits until nobody has anything left to do, and nothing has happened for `quiet` milliseconds. */
  async settled({ quiet = 50, timeout = this.timeout }: { quiet?: number; timeout?: number } = {}): Promise<void> {
    await this.until(
      async () => {
        if (this.#underWay > 0) return undefined
        return (await this.inside.kit.isSettled(quiet)) && this.#underWay === 0 ? true : undefined
      },
      'The server has not settled',
      timeout,
    )
  }

  #explain(missing: string): Promise<string> {
    const waiting = this.#underWay > 0 ? ['Somebody waits for an app.'] : []
    return this.inside.tellStory(missing, this.acts, waiting)
  }
}
