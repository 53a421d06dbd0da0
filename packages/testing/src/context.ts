import type { InProcessServer } from 'rivulet/inProcess'
import { type Act, tellStory } from './story.ts'

/** Nobody did what a test waits for. `message` says what happened in place of it, in order. */
export class RivuletTimeout extends Error {
  override name = 'RivuletTimeout'
}

/** What people, apps and the server of one test share: its inside, what people have done, and how long one waits. */
export class Context {
  readonly inside: InProcessServer
  readonly timeout: number
  readonly acts: Act[] = []
  #underWay = 0
  readonly #listeners = new Set<() => void>()

  constructor(inside: InProcessServer, timeout: number) {
    this.inside = inside
    this.timeout = timeout
    inside.happenings.listen(() => this.#wake())
  }

  /** Lets a person do something, and remembers that they did. */
  async act<T>(words: string, run: () => Promise<T>): Promise<T> {
    const { happenings, journal, clock } = this.inside
    this.acts.push({ words, at: clock.now(), entries: happenings.entries.length, journal: journal.newest })
    this.#underWay++
    try {
      return await run()
    } finally {
      this.#underWay--
      this.#wake()
    }
  }

  /** Waits until `find` finds something. It looks whenever something has happened in the server, and at no other time. */
  async until<T>(find: () => Promise<T | undefined>, missing: string, timeout = this.timeout): Promise<T> {
    const ended = AbortSignal.timeout(timeout)
    for (;;) {
      const changed = this.#change(ended)
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
        if ((await this.#findUnsettled()).length > 0) return undefined
        return (await this.#isQuiet(quiet)) && (await this.#findUnsettled()).length === 0 ? true : undefined
      },
      'The server has not settled',
      timeout,
    )
  }

  async #findUnsettled(): Promise<string[]> {
    const { journal } = this.inside
    return [
      ...(this.#underWay > 0 ? ['Somebody waits for an app.'] : []),
      ...(journal.callsUnderWay > 0 ? ['A call is under way.'] : []),
      ...(await this.inside.findUnsettled()),
    ]
  }

  /** Whether nothing happens for so long. An app may be about to act on what it has acknowledged. */
  async #isQuiet(milliseconds: number): Promise<boolean> {
    const passed = AbortSignal.timeout(milliseconds)
    let isQuiet = true
    const stop = this.#listen(() => (isQuiet = false))
    await this.#change(passed)
    // What has arrived meanwhile is handled first.
    for (let turn = 0; isQuiet && turn < 5; turn++) await new Promise((done) => setImmediate(done))
    stop()
    return isQuiet
  }

  /** Resolves at the next change, or when `ended` is aborted. */
  #change(ended: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        stop()
        ended.removeEventListener('abort', done)
        resolve()
      }
      const stop = this.#listen(done)
      if (ended.aborted) done()
      else ended.addEventListener('abort', done)
    })
  }

  #listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #wake(): void {
    for (const listener of this.#listeners) listener()
  }

  async #explain(missing: string): Promise<string> {
    return tellStory(missing, this.inside, this.acts, await this.#findUnsettled())
  }
}
