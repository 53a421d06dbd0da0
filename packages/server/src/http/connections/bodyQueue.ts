import type { WaitingBytes } from './waitingBytes.ts'

interface Connection {
  destroy(): void
}

interface WaitingBody {
  connection: Connection
  bytes: number
  begin: () => void
  onCut: () => void
  since: number
}

/** Another large body is read if all that waits, and this body, are not more. */
const maxWithBody = 8 * 1024 * 1024
/**
 * While more than `crowd` bodies wait, they are read at this pace: bytes a second in the long run, and so many at once after
 * a pause. What it takes to serve them is a small part of the time of the event loop then, however many come.
 */
const pace = { crowd: 8, perSecond: 4 * 1024 * 1024, atOnce: 4 * 1024 * 1024 }
/** How often one connection is cut for those that wait. */
const everyMs = 1000
/** How many bodies may wait. The first 64 kB of each of them have been read already. */
const maxQueued = 64
/** How long a connection may wait for its client while bodies wait for room, and how long bodies may wait. */
const patienceMs = { client: 2000, room: 30_000 }

/**
 * [NET-9] The large bodies that wait for their turn, and for room, before they are read. The newest is read first: if there
 * are so many that some have to be cut, those have waited longest, and everybody else is served soon.
 */
export class BodyQueue {
  readonly #waiting: WaitingBytes
  readonly #now: () => number
  /** When one was cut last. */
  #madeRoomAt = -Infinity
  /** How many bytes may be read now. Less than none if the last body was larger. */
  #allowance = pace.atOnce
  #allowedAt: number
  /** The newest is the last. */
  #queue: WaitingBody[] = []

  constructor(waiting: WaitingBytes, now = () => performance.now()) {
    this.#waiting = waiting
    this.#now = now
    this.#allowedAt = now()
    waiting.onFewer = () => this.#beginNewest()
  }

  /**
   * Holds the bytes for the connection and calls `begin` once there is room for them: at once, or later. Or cuts the
   * connection and calls `onCut`.
   */
  enter(connection: Connection, bytes: number, begin: () => void, onCut: () => void): void {
    this.#queue.push({ connection, bytes, begin, onCut, since: this.#now() })
    this.#beginNewest()
    if (this.#queue.length > maxQueued) this.#cutLongest()
  }

  /** Has to be called when a connection closes. */
  leave(connection: Connection): void {
    this.#queue = this.#queue.filter((body) => body.connection !== connection)
  }

  /** Has to be called now and then: reads whose turn it is, and cuts who has waited too long or keeps the newest from being read. */
  makeRoom(): void {
    const now = this.#now()
    this.#beginNewest()
    if (now - this.#madeRoomAt < everyMs) return
    this.#madeRoomAt = now
    const late = now - patienceMs.room
    while (this.#queue[0] && this.#queue[0].since < late) this.#cutLongest()
    const { length } = this.#queue
    const isBlocked = () => this.#queue.length === length && this.#mayRead()
    while (length > 0 && isBlocked() && this.#waiting.cutLongest(patienceMs.client));
  }

  /** Whether the pace allows another body. */
  #mayRead(): boolean {
    const now = this.#now()
    this.#allowance = Math.min(this.#allowance + ((now - this.#allowedAt) * pace.perSecond) / 1000, pace.atOnce)
    this.#allowedAt = now
    return this.#allowance > 0 || this.#queue.length <= pace.crowd
  }

  #cutLongest(): void {
    const longest = this.#queue.shift()
    if (!longest) return
    this.#waiting.cutOff(longest.connection)
    longest.onCut()
  }

  #beginNewest(): void {
    for (;;) {
      const newest = this.#queue.at(-1)
      if (!newest || this.#waiting.total + newest.bytes > maxWithBody || !this.#mayRead()) return
      this.#queue.pop()
      this.#allowance = Math.max(this.#allowance - newest.bytes, -newest.bytes)
      this.#waiting.hold(newest.connection, newest.bytes)
      newest.begin()
    }
  }
}
