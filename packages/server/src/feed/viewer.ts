import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Caller } from '#domain/access/caller'
import { closeReasons, type ServerFrame } from './protocol.ts'

/** Past this many unsent bytes a viewer's deltas are dropped, and it gets the whole when it has caught up. */
const lagging = 64 * 1024
/** Past this many for ten seconds it is closed. */
const stuck = 256 * 1024
/** Past this many it is closed at once; while that many wait that it asked for, it is told nothing more that it asks. */
const most = 4 * stuck
const patience = 10_000

/** What was read for a viewer. */
export interface Told {
  frames: readonly Buffer[]
  /** The number of the log that it was read at. */
  asOf: number
  /** The number up to which it may tell of streams. */
  streams: number
}

/** One browser that watches. It costs nobody else anything, however slow it is. */
export class Viewer {
  readonly caller: Caller
  readonly watching = new Set<string>()
  /** It has left: nothing is to be kept for it any more. */
  gone = false
  /** By channel: streams that it has to be shown as they are; undefined: all that are open. */
  readonly missed = new Map<string, Set<string> | undefined>()
  onDrained = (): void => {}
  #socket: WebSocket
  #raw: Socket | undefined
  /** What waits while something is read for it; undefined where nothing is. */
  #held: { bytes: Buffer; asOf: number; alone: boolean }[] | undefined
  #greeted = false
  #shown = 0
  #stuckSince: number | undefined
  /** Bytes that it asked for, as a snapshot: they get time. */
  #owed = 0
  #onRoom = () => {}
  #written = 0
  #left = 0
  #takenAt = performance.now()

  constructor(caller: Caller, socket: WebSocket, raw: Socket) {
    this.caller = caller
    this.#socket = socket
    this.#raw = raw
    raw.on('drain', () => {
      this.#stuckSince = undefined
      this.#owed = 0
      this.#onRoom()
      this.#catchUp()
    })
    raw.on('close', () => this.#onRoom())
  }

  get viewer(): Viewer {
    return this
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** While too much waits for it, what it asks next waits here, until it has taken all of that or is closed. */
  async room(): Promise<void> {
    if (!this.open || this.#unsent() <= most) return
    // Else what it asks would pile up in its place.
    this.#socket.pause()
    await new Promise<void>((resolve) => (this.#onRoom = resolve))
    this.#socket.resume()
  }

  /** Up to which number of the log it may have been shown streams. Nobody knows while a snapshot is read for it. */
  get shown(): number {
    return this.#held ? Infinity : this.#shown
  }

  send(frame: ServerFrame): void {
    this.write(frameBytes(frame))
  }

  /**
   * Sends ready frames. While the viewer is on hold they wait for `release`. `asOf`: the number of the log as of which
   * they tell how things are; without it they come behind whatever is read. `alone`: nothing else tells it.
   */
  write(bytes: Buffer, asOf = Infinity, alone = false): void {
    if (this.#held) this.#held.push({ bytes, asOf, alone })
    else this.#put(bytes)
  }

  /**
   * Sends ready deltas of streams of a channel, unless the socket is so full that they would only add to it, or what
   * they follow on is still to come.
   */
  writeDeltas(channel: string, streams: readonly string[], bytes: Buffer): void {
    if (!this.missed.has(channel) && this.#backlog() <= lagging) return this.write(bytes)
    if (!this.missed.has(channel)) this.missed.set(channel, new Set())
    for (const ts of streams) this.missed.get(channel)?.add(ts)
  }

  /** Whether it may see streams of a channel grow has changed: it is shown them, once it has taken what was sent. */
  missedAll(channel: string): void {
    this.missed.set(channel, undefined)
    this.#catchUp()
  }

  /** What is sent from now on waits, so that what is read has its place among it. */
  hold(): void {
    this.#held = []
  }

  /**
   * Sends what was read: behind what has waited and is not newer, since that would put back what it tells, and before
   * all else. In front of its greeting a viewer is sent nothing: that tells all that is not newer, but for what nothing
   * else tells.
   */
  release({ frames, asOf, streams }: Told): void {
    const held = this.#held ?? []
    this.#held = undefined
    this.#shown = Math.max(this.#shown, streams)
    if (this.#greeted) for (const one of held) if (one.asOf <= asOf) this.#put(one.bytes)
    for (const bytes of frames) {
      this.#put(bytes)
      this.#owed += bytes.length
    }
    this.#owed = Math.min(this.#owed, this.#unsent())
    for (const one of held) if (one.asOf > asOf || (one.alone && !this.#greeted)) this.#put(one.bytes)
    this.#greeted = true
    this.#catchUp()
  }

  close(reason: keyof typeof closeReasons): void {
    this.#socket.close(closeReasons[reason], reason)
    this.#onRoom()
  }

  /** Closes, and does not wait for a browser that would not. */
  end(reason: keyof typeof closeReasons): void {
    this.close(reason)
    setTimeout(() => this.#socket.terminate(), 2000).unref()
  }

  /** Closes a socket that has not taken its bytes for too long. */
  checkPatience(time: number): void {
    if (!this.open) return
    const backlog = Math.max(this.#backlog() - this.#owed, 0)
    if (backlog <= stuck) this.#stuckSince = undefined
    else if (this.#stuckSince === undefined) this.#stuckSince = time
    if (
      this.#standsStill(time) ||
      backlog > most ||
      (this.#stuckSince !== undefined && time - this.#stuckSince >= patience)
    ) {
      this.end('consumer_too_slow')
    }
  }

  /** Whether it has taken what was sent. */
  get drained(): boolean {
    return !this.#raw?.writableNeedDrain
  }

  /** Else `drain` or `release` comes. */
  #catchUp(): void {
    if (this.missed.size > 0 && !this.#held && this.drained) this.onDrained()
  }

  /** Whether it has bytes to take and has taken none of them for too long. */
  #standsStill(time: number): boolean {
    const unsent = this.#unsent()
    const written = (this.#raw?.bytesWritten ?? 0) - unsent
    const left = leftOf(this.#raw)
    if (unsent === 0 || written !== this.#written || left !== this.#left) this.#takenAt = time
    this.#written = written
    this.#left = left
    return time - this.#takenAt >= patience
  }

  #unsent(): number {
    return this.#raw?.writableLength ?? 0
  }

  #backlog(): number {
    return this.#unsent() + (this.#held ?? []).reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  #put(bytes: Buffer): void {
    // Straight to the socket: the frame was made once for all viewers. Nothing is compressed or fragmented here.
    if (this.open) this.#raw?.write(bytes)
  }
}

/** What is left of the write that is under way. Its bytes count as unsent until the last of them is taken, which may be long. */
function leftOf(raw: Socket | undefined): number {
  // Node tells it nowhere else; its own timeouts of sockets look here too.
  const handle: unknown = raw && Reflect.get(raw, '_handle')
  const left: unknown = typeof handle === 'object' && handle ? Reflect.get(handle, 'writeQueueSize') : undefined
  return typeof left === 'number' ? left : 0
}

/** A frame as the bytes that every viewer gets: one unmasked, final text message (RFC 6455, 5.2). */
export function frameBytes(frame: ServerFrame): Buffer {
  const text = Buffer.from(JSON.stringify(frame))
  const { length } = text
  const header = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10)
  header[0] = 0x81
  if (header.length === 2) header[1] = length
  else if (header.length === 4) {
    header[1] = 126
    header.writeUInt16BE(length, 2)
  } else {
    header[1] = 127
    header.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([header, text])
}
