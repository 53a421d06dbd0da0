import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A child process that runs one job at a time. */
export class BenchProcess<Job extends object, Result> {
  readonly pid: number
  readonly #child: ChildProcess
  readonly #isResult: (value: unknown) => value is Result
  readonly #exited: Promise<never>

  constructor(file: string, isResult: (value: unknown) => value is Result) {
    this.#child = fork(join(import.meta.dirname, file))
    this.#isResult = isResult
    this.#exited = once(this.#child, 'exit').then(() => Promise.reject(new Error(`${file} exited`)))
    this.#exited.catch(() => {})
    if (this.#child.pid === undefined) throw new Error(`${file} did not start`)
    this.pid = this.#child.pid
  }

  async run(job: Job): Promise<Result> {
    this.#child.send(job)
    const [result] = await Promise.race([once(this.#child, 'message'), this.#exited])
    if (!this.#isResult(result)) throw new Error(`a child process answered ${JSON.stringify(result)}`)
    return result
  }

  stop(): void {
    this.#child.disconnect()
  }
}
