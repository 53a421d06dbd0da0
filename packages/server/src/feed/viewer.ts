import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Caller } from '#domain/access/caller'
import type { Session } from '#domain/people/sessions'
import { newId } from '#domain/ids'
import { closeReasons } from '#feed/protocol/closeReasons'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { bytesLeftInWrite } from './socketProgress.ts'
import { frameBytes } from './frameBytes.ts'

/** Above this many unsent bytes a viewer's deltas are dropped. It is sent whole streams once it has caught up. */
const maxBacklogForDeltas = 64 * 1024
/** A viewer above this many unsent bytes for ten seconds is closed. */
const maxBacklog = 256 * 1024
/** A viewer above this is closed at once. While it has requested this much and not taken it, its requests wait. */
const maxBytes = 4 * maxBacklog
const timeoutMs = 10_000

const nobody: ReadonlySet<string> = new Set()

/** Frames that were read for a viewer. */
export interface PreparedFrames {
  frames: readonly Buffer[]
  /** The log number they were read at. */
  asOf: number
  /** The log number up to which they may contain streams. */
  streamsAsOf: number
}

/** One browser connection. However slow it is, it does not hold up the others. */
export class Viewer {
  readonly session: Session
  /** Its person. */
  readonly caller: Caller
  /** Identifies it among the browsers of its person. */
  readonly id = newId('N')
  /** Whether its person has used it. */
  wasUsed = false
  /** Whether it has said that it is in sight. */
  wasInSight = false
  /** The users whose presence it shows. */
  shows: ReadonlySet<string> = nobody
  /** The channels it has open. */
  readonly watching = new Set<string>()
  /** Its socket is closed, so nothing may be kept for it any more. */
  hasLeft = false
  /** By channel: the streams that it has to be sent whole. Undefined: all that are open. */
  readonly missedStreams = new Map<string, Set<string> | undefined>()
  /** Called when it has taken everything and has missed streams. */
  onDrained = (): void => {}
  #socket: WebSocket
  #raw: Socket | undefined
  /** The bytes that wait while frames are read for it; undefined if none are being read. */
  #queued: { bytes: Buffer; asOf: number; onlyCopy: boolean }[] | undefined
  #isGreeted = false
  #streamsShownUpTo = 0
  #tooMuchSince: number | undefined
  /** Unsent bytes that it asked for, such as a snapshot. They do not count against it. */
  #requestedBytes = 0
  #onSpace = () => {}
  #lastWritten = 0
  #lastLeftInWrite = 0
  #progressAt = performance.now()

  constructor(session: Session, socket: WebSocket, raw: Socket) {
    this.session = session
    this.caller = session.person
    this.#socket = socket
    this.#raw = raw
    raw.on('drain', () => {
      this.#tooMuchSince = undefined
      this.#requestedBytes = 0
      this.#onSpace()
      this.#catchUp()
    })
    raw.on('close', () => this.#onSpace())
  }

  /** Makes a viewer a `Receiver`. */
  get viewer(): Viewer {
    return this
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Waits, if too much is unsent, until the viewer has taken all of it or is closed. */
  async waitForSpace(): Promise<void> {
    if (!this.isOpen || this.#unsentBytes() <= maxBytes) return
    await new Promise<void>((resolve) => (this.#onSpace = resolve))
  }

  /** The log number up to which it may have been sent streams. Infinite while frames are read for it. */
  get streamsShownUpTo(): number {
    return this.#queued ? Infinity : this.#streamsShownUpTo
  }

  send(frame: ServerFrame): void {
    this.write(frameBytes(frame))
  }

  /**
   * Sends the bytes of frames, or queues them while frames are read for the viewer. `asOf`: the log number they were
   * read at; without it they follow the frames being read. `onlyCopy`: no snapshot contains them.
   */
  write(bytes: Buffer, asOf = Infinity, onlyCopy = false): void {
    if (this.#queued) this.#queued.push({ bytes, asOf, onlyCopy })
    else this.#writeToSocket(bytes)
  }

  /**
   * Sends the bytes of deltas, unless the socket is too full or the viewer missed earlier deltas of the channel. The
   * streams are then sent whole later.
   */
  writeDeltas(channel: string, streams: readonly string[], bytes: Buffer): void {
    const missesSome = this.missedStreams.has(channel)
    if (!missesSome && this.#backlogBytes() <= maxBacklogForDeltas) return this.write(bytes)
    if (!missesSome) this.missedStreams.set(channel, new Set())
    for (const ts of streams) this.missedStreams.get(channel)?.add(ts)
  }

  /** Sends all open streams of a channel whole, once the viewer has taken what was sent: it may see others now. */
  missAllStreams(channel: string): void {
    this.missedStreams.set(channel, undefined)
    this.#catchUp()
  }

  /** Queues what is written from now on, so that frames being read can be put in the right place among it. */
  startQueueing(): void {
    this.#queued ??= []
  }

  /**
   * Sends the frames that were read: after queued frames that are not newer, which would otherwise undo them, and before
   * the rest. Before its first frames a viewer is sent nothing: they contain everything that is not newer, except for
   * frames that are the only copy, which follow.
   */
  sendAndStopQueueing({ frames, asOf, streamsAsOf }: PreparedFrames): void {
    const queued = this.#queued ?? []
    this.#queued = undefined
    this.#streamsShownUpTo = Math.max(this.#streamsShownUpTo, streamsAsOf)
    if (this.#isGreeted) for (const frame of queued) if (frame.asOf <= asOf) this.#writeToSocket(frame.bytes)
    for (const bytes of frames) {
      this.#writeToSocket(bytes)
      this.#requestedBytes += bytes.length
    }
    this.#requestedBytes = Math.min(this.#requestedBytes, this.#unsentBytes())
    for (const frame of queued)
      if (frame.asOf > asOf || (frame.onlyCopy && !this.#isGreeted)) this.#writeToSocket(frame.bytes)
    this.#isGreeted = true
    this.#catchUp()
  }

  close(reason: keyof typeof closeReasons): void {
    this.#socket.close(closeReasons[reason], reason)
    this.#onSpace()
  }

  /** Closes the socket, by force after two seconds if the browser does not answer. */
  disconnect(reason: keyof typeof closeReasons): void {
    this.close(reason)
    setTimeout(() => this.#socket.terminate(), 2000).unref()
  }

  /** Closes the socket if it has taken too few bytes for too long. `time`: of `performance.now()`. */
  closeIfTooSlow(time: number): void {
    if (!this.isOpen) return
    const backlog = Math.max(this.#backlogBytes() - this.#requestedBytes, 0)
    if (backlog <= maxBacklog) this.#tooMuchSince = undefined
    else if (this.#tooMuchSince === undefined) this.#tooMuchSince = time
    if (
      this.#isStalled(time) ||
      backlog > maxBytes ||
      (this.#tooMuchSince !== undefined && time - this.#tooMuchSince >= timeoutMs)
    ) {
      this.disconnect('consumer_too_slow')
    }
  }

  /** Whether it has taken everything that was sent. */
  get isDrained(): boolean {
    return !this.#raw?.writableNeedDrain
  }

  /** If this is too early, `drain` or `sendAndStopQueueing` calls it again. */
  #catchUp(): void {
    if (this.missedStreams.size > 0 && !this.#queued && this.isDrained) this.onDrained()
  }

  /** Whether it has unsent bytes and has taken none of them for too long. */
  #isStalled(time: number): boolean {
    const unsent = this.#unsentBytes()
    const written = (this.#raw?.bytesWritten ?? 0) - unsent
    const left = bytesLeftInWrite(this.#raw)
    if (unsent === 0 || written !== this.#lastWritten || left !== this.#lastLeftInWrite) this.#progressAt = time
    this.#lastWritten = written
    this.#lastLeftInWrite = left
    return time - this.#progressAt >= timeoutMs
  }

  #unsentBytes(): number {
    return this.#raw?.writableLength ?? 0
  }

  #backlogBytes(): number {
    const unsent = this.#unsentBytes()
    return this.#queued ? this.#queued.reduce((sum, { bytes }) => sum + bytes.length, unsent) : unsent
  }

  #writeToSocket(bytes: Buffer): void {
    // Written straight to the socket, because the frame was made once for all viewers and is never compressed.
    if (this.isOpen) this.#raw?.write(bytes)
  }
}
