const madeOnce = /\b\d{10}\.\d{6}\b|\bp\d{16}\b|\b[A-Z][A-Z0-9]{2,}\b/g

/** What this server calls the things of the recording: their ids and `ts` are its own. */
export class Namesakes {
  readonly #names = new Map<string, string>()

  /** Learns from two answers to the same call: what stands in the same place is the same. */
  learn(recorded: unknown, answered: unknown): void {
    if (typeof recorded === 'string' && typeof answered === 'string') this.#learnText(recorded, answered)
    else if (typeof recorded === 'object' && typeof answered === 'object' && recorded !== null && answered !== null)
      for (const [name, value] of Object.entries(recorded)) this.learn(value, Reflect.get(answered, name))
  }

  set(recorded: string, answered: string): void {
    this.#names.set(recorded, answered)
  }

  /** A copy of JSON with the names of this server. */
  translate(value: unknown): unknown {
    if (typeof value === 'string') return this.#translateText(value)
    if (Array.isArray(value)) return value.map((one) => this.translate(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [this.#translateText(name), this.translate(one)]),
    )
  }

  /** Texts that are wholly an id, a `ts` or a cursor. */
  #learnText(recorded: string, answered: string): void {
    if (recorded === answered || recorded === '' || this.#names.has(recorded)) return
    const isTs = [recorded, answered].every((one) => /^\d{10}\.\d{6}$/.test(one))
    const isId = [recorded, answered].every((one) => /^[A-Z][A-Z0-9]{2,}$/.test(one)) && recorded[0] === answered[0]
    const isCursor = [recorded, answered].every((one) => /^[\w+/-]{8,}={0,2}$/.test(one))
    if (isTs || isId || isCursor) this.#names.set(recorded, answered)
  }

  #translateText(text: string): string {
    return this.#names.get(text) ?? text.replaceAll(madeOnce, (found) => this.#names.get(found) ?? found)
  }
}
