import { writeSync } from 'node:fs'
import { maskTokens } from '#http/api/secrets'

interface ErrorContext {
  requestId?: string
  where: string
}

/** Errors of one kind since its last line. */
interface Repeats {
  more: number
  context: ErrorContext
}

/** How often the repeats of one kind are told, milliseconds. */
const repeatMs = 60_000
/** Kinds that are told apart at once. Errors of further ones are counted together. */
const maxKinds = 100
const otherKinds = 'other errors'

/**
 * Logs unexpected errors to standard error as JSON lines. The first of a kind has its stack. Those that follow are counted,
 * and a line a minute says how many they were. Never logs what a call contained.
 */
export class ErrorLog {
  readonly #write: (line: string) => void
  readonly #kinds = new Map<string, Repeats>()
  readonly #timer: NodeJS.Timeout

  constructor(write = writeErrorOutput) {
    this.#write = write
    this.#timer = setInterval(() => this.tellRepeats(), repeatMs).unref()
  }

  log(error: unknown, context: ErrorContext): void {
    const kind = kindOf(error)
    const repeats = this.#kinds.get(kind) ?? (this.#kinds.size < maxKinds ? undefined : this.#kinds.get(otherKinds))
    if (repeats) {
      repeats.more++
      repeats.context = context
      return
    }
    this.#kinds.set(this.#kinds.size < maxKinds - 1 ? kind : otherKinds, { more: 0, context })
    this.#writeLine('error', { ...context, stack: maskTokens(stackOf(error)) })
  }

  /** Writes a line with what the operator should know. */
  note(text: string): void {
    this.#writeLine('warn', { text: maskTokens(text) })
  }

  /** Writes a line for each kind that came again since its last line, and forgets the others. */
  tellRepeats(): void {
    for (const [kind, { more, context }] of this.#kinds) {
      if (more === 0) this.#kinds.delete(kind)
      else {
        this.#kinds.set(kind, { more: 0, context })
        this.#writeLine('error', { ...context, more, of: maskTokens(kind) })
      }
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.tellRepeats()
  }

  #writeLine(level: 'warn' | 'error', line: object): void {
    this.#write(`${JSON.stringify({ level, time: new Date().toISOString(), ...line })}\n`)
  }
}

/**
 * Writes to standard error. What cannot be written is lost: its reader is gone, or its disk is full. `process.stderr` would
 * end the process, or take nothing any more once there is room again.
 */
export function writeErrorOutput(text: string): void {
  try {
    writeSync(2, text)
  } catch {
    // Nobody can be told.
  }
}

/** What an error has in common with others of its kind: its class, its words without numbers, and where it was thrown. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const place = /\n\s+(at .*)/.exec(error.stack ?? '')?.[1] ?? ''
  return `${error.name}: ${error.message.slice(0, 200).replaceAll(/\d+/g, '#')} ${place}`.trimEnd()
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stack = error.stack ?? error.message
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${stackOf(error.cause)}`
}
