import { closeSync, fdatasync, fdatasyncSync, fstatSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { CheckpointTask } from './checkpointer.ts'

/** What is not synced, for proofs that this loses data: commits before they are answered, or copies into the database. */
export type Unsynced = 'commits' | 'copies'

/** At this length, in frames of 4 KiB, the write-ahead log is copied into the database and restarted. */
const maxFramesByDefault = 2000
const frameBytes = 4096 + 24
/** How many groups are committed between two checks of the length. */
const groupsBetweenChecks = 8

/**
 * The write-ahead log of a database file. It puts commits on stable storage without blocking the event loop, and is kept
 * short. One sync runs at a time. Any error is final, because a second sync may succeed although the first has lost data.
 */
export class Wal {
  readonly #database: string
  readonly #path: string
  readonly #descriptor: number
  readonly #inode: number
  readonly #length: StatementSync
  readonly #maxFrames: number
  readonly #unsynced: Unsynced | undefined
  #checkpointer: Checkpointer | undefined
  /** Set from the start of the copy until the log has restarted. */
  #restarting = false
  #groups = 0

  /** `main` has to have written to the log before, so that the file exists. */
  constructor(
    database: string,
    main: DatabaseSync,
    options: { unsynced: Unsynced | undefined; maxFrames: number | undefined },
  ) {
    this.#database = database
    this.#path = `${database}-wal`
    this.#descriptor = openSync(this.#path, 'r+')
    this.#inode = fstatSync(this.#descriptor).ino
    this.#length = main.prepare('pragma wal_checkpoint(noop)')
    this.#maxFrames = options.maxFrames ?? maxFramesByDefault
    this.#unsynced = options.unsynced
    this.#checkFile()
    this.#preallocate()
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
    if (this.#restarting || ++this.#groups % groupsBetweenChecks !== 0 || this.#frames() < this.#maxFrames) return
    this.#checkFile()
    this.#restarting = true
    this.#checkpointer ??= new Checkpointer(this.#database, this.#unsynced !== 'copies')
    this.#checkpointer.run('copy').then(onCopied, onFailure)
  }

  /**
   * Copies the rest and restarts the log. Nobody else may be writing, or reading in a transaction. The write that restarts
   * it is made by the other connection, which then has to sync the new head of the log.
   */
  async restart(): Promise<void> {
    this.#checkFile()
    await this.#checkpointer?.run('restart')
    this.#restarting = false
  }

  async close(): Promise<void> {
    await this.#checkpointer?.close()
    closeSync(this.#descriptor)
  }

  /**
   * Extends the file to its final length with zeros, which are no frames. Syncing overwritten bytes takes a fraction of the
   * time of syncing a file that has grown.
   */
  #preallocate(): void {
    const { size } = fstatSync(this.#descriptor)
    const missing = ((this.#maxFrames * 3) / 2) * frameBytes - size
    try {
      if (missing > 0) writeSync(this.#descriptor, Buffer.alloc(missing), 0, missing, size)
    } catch (error) {
      // If the disk has no room for this, it has none for data either. The next write reports that.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
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

  constructor(database: string, synced: boolean) {
    // In a build the worker is a file next to the bundle.
    const file = import.meta.url.endsWith('.ts') ? './checkpointer.ts' : './checkpointer.js'
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: { database, synced } })
    this.#worker.on('message', () => {
      this.#worker.unref()
      this.#tasks.shift()?.resolve()
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
    await this.run('close')
    await this.#worker.terminate()
  }
}

/** Syncs a directory, so that names of files are durable too. One that cannot be read is skipped: its files existed before. */
function syncDirectory(path: string): void {
  let directory: number
  try {
    directory = openSync(path, 'r')
  } catch {
    return
  }
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
