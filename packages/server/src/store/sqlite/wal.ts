import { closeSync, fdatasync, fdatasyncSync, fstatSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { CheckpointTask } from './checkpointer.ts'

/** Commits, before they are answered; or what was copied into the database, before the log begins anew. */
export type Unsynced = 'commits' | 'copies'

/** Frames of 4 KiB in the write-ahead log from which on it is copied into the database and begun anew. */
const enough = 2000
const frameBytes = 4096 + 24
/** How many groups are committed between two looks at its length. */
const seldom = 8

/**
 * The write-ahead log of a database file: puts what was committed on stable storage without holding up the
 * loop, and keeps it short. One sync runs at a time. Any error is final: a second sync may answer well for
 * data that the first has lost.
 */
export class Wal {
  readonly #database: string
  readonly #path: string
  readonly #descriptor: number
  readonly #inode: number
  readonly #length: StatementSync
  readonly #atMost: number
  readonly #unsynced: Unsynced | undefined
  #checkpointer: Checkpointer | undefined
  /** From the copying to the new beginning. */
  #restarting = false
  #groups = 0

  /** `main` has written to the log before: only then is there one. */
  constructor(
    database: string,
    main: DatabaseSync,
    options: { unsynced: Unsynced | undefined; longest: number | undefined },
  ) {
    this.#database = database
    this.#path = `${database}-wal`
    this.#descriptor = openSync(this.#path, 'r+')
    this.#inode = fstatSync(this.#descriptor).ino
    this.#length = main.prepare('pragma wal_checkpoint(noop)')
    this.#atMost = options.longest ?? enough
    this.#unsynced = options.unsynced
    this.#check()
    this.#lengthen()
    fdatasyncSync(this.#descriptor)
    syncDirectory(dirname(database))
    syncDirectory(dirname(dirname(database)))
  }

  /** Resolves when all that was committed before is on stable storage. */
  async sync(): Promise<void> {
    if (this.#unsynced === 'commits') return
    await new Promise<void>((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Told of each group. Once the log is long, its frames are copied while the writer goes on. */
  grown(onCopied: () => void, onFailure: (error: unknown) => void): void {
    if (this.#restarting || ++this.#groups % seldom !== 0 || this.#frames() < this.#atMost) return
    this.#check()
    this.#restarting = true
    this.#checkpointer ??= new Checkpointer(this.#database, this.#unsynced !== 'copies')
    this.#checkpointer.ask('copy').then(onCopied, onFailure)
  }

  /**
   * Copies the rest and begins the log anew. Nobody else may be writing, or reading over several statements. It
   * is the other connection's own write that begins it, since whoever does so syncs the log's new head.
   */
  async restart(): Promise<void> {
    this.#check()
    await this.#checkpointer?.ask('restart')
    this.#restarting = false
  }

  async close(): Promise<void> {
    await this.#checkpointer?.close()
    closeSync(this.#descriptor)
  }

  /**
   * Makes the file as long as it becomes, with zeros, which are no frames: a sync of bytes that are written over
   * takes a fraction of one that makes the file longer.
   */
  #lengthen(): void {
    const { size } = fstatSync(this.#descriptor)
    const missing = ((this.#atMost * 3) / 2) * frameBytes - size
    try {
      if (missing > 0) writeSync(this.#descriptor, Buffer.alloc(missing), 0, missing, size)
    } catch (error) {
      // Where there is no room for it there is none for data either: that is told when it comes.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }

  #frames(): number {
    return Number(this.#length.get()?.['log'])
  }

  /** A log that was deleted or replaced would be synced in vain, and without an error. */
  #check(): void {
    const { ino, nlink } = fstatSync(this.#descriptor)
    if (nlink === 0 || ino !== this.#inode || statSync(this.#path).ino !== this.#inode)
      throw new Error(`${this.#path} was replaced by something else; writes would not be durable.`)
  }
}

/** The worker that copies, with a connection of its own. It is started when there is something to copy. */
class Checkpointer {
  readonly #worker: Worker
  /** Asked and not answered yet, in order. */
  #asked: { resolve: () => void; reject: (error: unknown) => void }[] = []
  #gone: unknown

  constructor(database: string, synced: boolean) {
    // The one built file has the worker's beside it.
    const file = import.meta.url.endsWith('.ts') ? './checkpointer.ts' : './checkpointer.js'
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: { database, synced } })
    this.#worker.on('message', () => {
      this.#worker.unref()
      this.#asked.shift()?.resolve()
    })
    this.#worker.on('error', (error) => {
      this.#gone = error
      for (const { reject } of this.#asked) reject(error)
    })
    this.#worker.unref()
  }

  ask(task: CheckpointTask): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#gone) return reject(this.#gone)
      this.#asked.push({ resolve, reject })
      // An end of the process waits for the answer, and for nothing else.
      this.#worker.ref()
      this.#worker.postMessage(task)
    })
  }

  async close(): Promise<void> {
    await this.ask('close')
    await this.#worker.terminate()
  }
}

/** So that the files' names last too. Where a directory may not be read its names were there before us. */
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
