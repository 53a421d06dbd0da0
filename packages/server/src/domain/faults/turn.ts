import { createDraw } from './draw.ts'

/** Which of the things that a fault fits meet it. */
export interface FaultTiming {
  /** How many meet it: 1 by default, without end if there is a `probability`. */
  times?: number | undefined
  /** The share that meets it, 0 to 1; all by default. */
  probability?: number | undefined
  /** Another number draws others. The same number always draws the same. */
  seed?: number | undefined
}

/** Draws, and counts, for one fault. */
export class FaultTurn {
  /** How many still meet it; without end if undefined. */
  times: number | undefined
  readonly #probability: number
  readonly #draw: () => number

  constructor({ times, probability, seed = 1 }: FaultTiming) {
    this.times = times ?? (probability === undefined ? 1 : undefined)
    this.#probability = probability ?? 1
    this.#draw = createDraw(seed)
  }

  /** Whether the next that fits is drawn. */
  draw(): boolean {
    return !this.isOver && this.#draw() < this.#probability
  }

  /** Something met it. */
  take(): void {
    if (this.times !== undefined) this.times -= 1
  }

  get isOver(): boolean {
    return this.times !== undefined && this.times <= 0
  }
}
