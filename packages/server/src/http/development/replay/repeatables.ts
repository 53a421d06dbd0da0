/** Sends again what the journal's entry with this number tells of. Returns the number of the new entry. */
export type SendAgain = (seq: number, asRetry: boolean) => Promise<number>

/** What is needed to make a call again: more than the journal shows of it. */
export interface RepeatableCall {
  name: string
  args: Record<string, unknown>
  token: string | undefined
  address: string
}

export type Repeatable = { call: RepeatableCall } | { sendAgain: SendAgain }

/** The text in what is kept takes no more than this; the oldest goes first. */
const maxBytes = 4 * 1024 * 1024

/** What entries of the journal tell of, whole and with its secrets. Nobody is shown it. */
export class Repeatables {
  readonly #kept = new Map<number, { repeatable: Repeatable; bytes: number }>()
  #bytes = 0

  keep(seq: number, repeatable: Repeatable, bytes: number): void {
    this.#kept.set(seq, { repeatable, bytes })
    this.#bytes += bytes
    for (const [oldest, { bytes: freed }] of this.#kept) {
      if (this.#bytes <= maxBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= freed
    }
  }

  find(seq: number): Repeatable | undefined {
    return this.#kept.get(seq)?.repeatable
  }

  forget(seq: number): void {
    this.#bytes -= this.#kept.get(seq)?.bytes ?? 0
    this.#kept.delete(seq)
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }
}
