import { closeSync, openSync, writeSync } from 'node:fs'
import { fixtureVersion, type FixtureEntry } from './fixture.ts'

/** Writes a fixture line by line. A line that cannot be written ends the recording. */
export class FixtureWriter {
  readonly #path: string
  readonly #file: number
  readonly #start = performance.now()
  readonly #onFailure: (error: Error) => void
  #failed = false
  #numbers = 0
  #lines = 0

  constructor(
    path: string,
    { upstream, replace, onFailure }: { upstream: string; replace: boolean; onFailure: (error: Error) => void },
  ) {
    this.#path = path
    this.#onFailure = onFailure
    this.#file = open(path, replace)
    this.#write({ rivulet_fixture: fixtureVersion, upstream, recorded_at: new Date().toISOString() })
  }

  get lines(): number {
    return this.#lines
  }

  /** The number of something that begins now. */
  begin(): { n: number; at: number } {
    return { n: ++this.#numbers, at: Math.round(performance.now() - this.#start) }
  }

  elapsed(): number {
    return Math.round(performance.now() - this.#start)
  }

  add(entry: FixtureEntry): void {
    this.#write(entry)
    this.#lines++
  }

  close(): void {
    closeSync(this.#file)
  }

  #write(line: object): void {
    if (this.#failed) return
    try {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
    } catch (error) {
      this.#failed = true
      const why = error instanceof Error ? error.message : String(error)
      this.#onFailure(
        new Error(
          `${this.#path} cannot be written: ${why}. The recording ends; ${this.#lines} entries are in the file.`,
        ),
      )
    }
  }
}

function open(path: string, replace: boolean): number {
  try {
    return openSync(path, replace ? 'w' : 'wx', 0o600)
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code')
    if (code === 'EEXIST') throw new Error(`${path} exists. Name another file with --out, or replace it with --force.`)
    throw error
  }
}
