import {
  accessSync,
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { CheckpointOutcome, CheckpointTask } from './checkpointer.ts'
import { toDiskRefusal } from './diskRefusal.ts'

/** What is not synced, for proofs that this loses data: commits before they are answered, or copies into the database. */
export type Unsynced = 'commits' | 'copies'

/** At this length, in frames of 4 KiB, the write-ahead log is copied into the database and restarted. */
const maxFramesByDefault = 2000
const frameBytes = 4096 + 24
/** By how many frames the file is made longer, before they are needed. */
const framesAhead = 250
/** How many groups are committed between two checks of the length. */
const groupsBetweenChecks = 8
/** How long the log grows after the disk had no room for a copy, milliseconds. */
const retryMs = 1000

/**
 * The write-ahead log of a database file. It puts commits on stable storage without blocking the event loop, and is kept
 * short. One sync runs at a time. A failed sync is final, because a second one may succeed although the first has lost
 * data. A copy for which the disk has no room, or the process no file, is tried again: until then the log has the data.
 */
export class Wal {
  readonly #location: string
  readonly #directory: string
  readonly #path: string
  readonly #descriptor: number
  readonly #inode: number
  readonly #length: StatementSync
  readonly #maxFrames: number
  readonly #unsynced: Unsynced | undefined
  #checkpointer: Checkpointer | undefined
  /** Set from the start of the copy until the log has restarted. */
  #restarting = false
  /** How many frames the file should have room for, and how long it is, in bytes. */
  #wantedFrames = framesAhead
  #size = 0
  #groups = 0
  #retryAt = 0

  /** `main` has to have read from the database before, so that the file exists. */
  constructor(
    database: string,
    main: DatabaseSync,
    options: { location: string; unsynced: Unsynced | undefined; maxFrames: number | undefined },
  ) {
    this.#location = options.location
    this.#directory = dirname(database)
    this.#path = `${database}-wal`
    this.#descriptor = openSync(this.#path, 'r+')
    this.#inode = fstatSync(this.#descriptor).ino
    this.#length = main.prepare('pragma wal_checkpoint(noop)')
    this.#maxFrames = options.maxFrames ?? maxFramesByDefault
    this.#unsynced = options.unsynced
    this.#checkFile()
    this.makeRoom()
    fdatasyncSync(this.#descriptor)
    syncDirectory(dirname(database))
    syncDirectory(dirname(dirname(database)))
  }

  /** Resolves when everything committed so far is on stable storage. */
  async sync(): Promise<void> {
    if (this.#unsynced === 'commits') return
    await new Promise<void>((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Called after each group. If the log is long, its frames are copied while writing goes on. */
  checkLength(onCopied: () => void, onFailure: (error: unknown) => void): void {
    if (this.#restarting || ++this.#groups % groupsBetweenChecks !== 0) return
    const frames = this.#frames()
    this.#wantedFrames = Math.min(frames + framesAhead, (this.#maxFrames * 3) / 2)
    if (frames < this.#maxFrames || performance.now() < this.#retryAt) return
    this.#checkFile()
    this.#restarting = true
    this.#copy()
      .then(onCopied, (error: unknown) => this.#postpone(error))
      .catch(onFailure)
  }

  async #copy(): Promise<void> {
    this.#checkpointer ??= new Checkpointer(this.#location, this.#unsynced !== 'copies')
    await this.#checkpointer.run('copy')
  }

  /**
   * Copies the rest and restarts the log. Nobody else may be writing, or reading in a transaction. The write that restarts
   * it is made by the other connection, which then has to sync the new head of the log.
   */
  async restart(): Promise<void> {
    this.#checkFile()
    await this.#checkpointer?.run('restart').catch((error: unknown) => this.#postpone(error))
    this.#restarting = false
  }

  /** Called when a copy failed. The log keeps what is not copied, and grows as long as there is room for that. */
  #postpone(error: unknown): void {
    if (isShortOfFiles(error)) {
      // It may have been started halfway. The next copy gets a new one.
      void this.#checkpointer?.close()
      this.#checkpointer = undefined
    } else if (!toDiskRefusal(error, this.#directory)) throw error
    this.#restarting = false
    this.#retryAt = performance.now() + retryMs
  }

  async close(): Promise<void> {
    await this.#checkpointer?.close()
    closeSync(this.#descriptor)
  }

  /**
   * Extends the file with zeros, which are no frames. Syncing overwritten bytes takes a fraction of the time of syncing a file
   * that has grown. Called at the start, and at the beginning of a transaction: nobody else may write then, and SQLite itself
   * has not yet. Without room for this, the file grows as it is written.
   */
  makeRoom(): void {
    const wanted = this.#wantedFrames * frameBytes
    if (wanted <= this.#size) return
    try {
      const { size } = fstatSync(this.#descriptor)
      // By more than is needed, because each time makes the next sync slower.
      const missing = wanted + framesAhead * frameBytes - size
      this.#size = Math.max(size, wanted + framesAhead * frameBytes)
      if (missing <= 0 || writeSync(this.#descriptor, Buffer.alloc(missing), 0, missing, size) === missing) return
      // What room the disk has is left to data.
      ftruncateSync(this.#descriptor, size)
    } catch {} // the commit says what is wrong with the disk
    this.#size = Number.POSITIVE_INFINITY
  }

  #frames(): number {
    return Number(this.#length.get()?.['log'])
  }

  /** Syncing a log that was deleted or replaced would have no effect, and raise no error. */
  #checkFile(): void {
    const { ino, nlink } = fstatSync(this.#descriptor)
    if (nlink === 0 || ino !== this.#inode || statSync(this.#path).ino !== this.#inode)
      throw new Error(`${this.#path} was replaced by something else; writes would not be durable.`)
  }
}

/** The worker that copies, with its own connection. It is started when there is something to copy first. */
class Checkpointer {
  readonly #worker: Worker
  /** Tasks without an answer yet, in order. */
  #tasks: { resolve: () => void; reject: (error: unknown) => void }[] = []
  #error: unknown

  constructor(location: string, synced: boolean) {
    // In a build the worker is a file next to the bundle.
    const file = import.meta.url.endsWith('.ts') ? './checkpointer.ts' : './checkpointer.cjs'
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: { location, synced } })
    this.#worker.on('message', ({ refused }: CheckpointOutcome) => {
      this.#worker.unref()
      const task = this.#tasks.shift()
      if (refused) task?.reject(Object.assign(new Error(refused.message), { errcode: refused.errcode }))
      else task?.resolve()
    })
    this.#worker.on('error', (error) => {
      this.#error = error
      for (const { reject } of this.#tasks) reject(error)
    })
    this.#worker.unref()
  }

  run(task: CheckpointTask): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#error) return reject(this.#error)
      this.#tasks.push({ resolve, reject })
      // The process does not end before the answer. Otherwise the worker does not keep it alive.
      this.#worker.ref()
      this.#worker.postMessage(task)
    })
  }

  async close(): Promise<void> {
    await this.run('close').catch(() => {}) // what is not copied is copied by the next start
    await this.#worker.terminate()
  }
}

/** Whether the process, or the machine, has as many files open as it may. SQLite does not say that this was the reason. */
function isShortOfFiles(error: unknown): boolean {
  return error instanceof Error && /EMFILE|ENFILE|unable to open database file/.test(error.message)
}

/** Syncs a directory, so that the names in it are on stable storage too. */
function syncDirectory(path: string): void {
  let directory: number
  try {
    directory = openSync(path, 'r')
  } catch (error) {
    // In a directory where this user may not write, somebody else made the names, before the start.
    if (!mayWrite(path)) return
    throw new Error(
      `The directory ${path} can be written to but not read, so the names of its files cannot be synced. Make it readable.`,
      { cause: error },
    )
  }
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
