import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Another process of the bench, which does one job at a time. */
export class Helper<Job extends object, Result> {
  readonly pid: number
  readonly #child: ChildProcess
  readonly #isResult: (value: unknown) => value is Result
  readonly #gone: Promise<never>

  constructor(file: string, isResult: (value: unknown) => value is Result) {
    this.#child = fork(join(import.meta.dirname, file))
    this.#isResult = isResult
    this.#gone = once(this.#child, 'exit').then(() => Promise.reject(new Error(`${file} has ended`)))
    this.#gone.catch(() => {})
    if (this.#child.pid === undefined) throw new Error(`${file} did not start`)
    this.pid = this.#child.pid
  }

  async ask(job: Job): Promise<Result> {
    this.#child.send(job)
    const [result] = await Promise.race([once(this.#child, 'message'), this.#gone])
    if (!this.#isResult(result)) throw new Error(`a helper answered ${JSON.stringify(result)}`)
    return result
  }

  end(): void {
    this.#child.disconnect()
  }
}
