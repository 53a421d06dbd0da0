import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compare } from '#check/check'
import { Disk, type Fate } from './simulatedDisk.ts'
import { type JournalRecord, readJournal } from './fileJournal.ts'
import { Ledger } from '#check/ledger'
import { Load } from '#load/load'
import { Random } from '#load/random'
import { readBySql } from '#check/readBack'
import { faultsOfRestart } from './restart.ts'
import { startServer } from '#load/server'
import { buildShim } from './shim.ts'
import { places } from '#load/workspace'

export type Control = 'commits' | 'copies'

export interface PowercutOptions {
  cuts: number
  seed: number
  /**
   * Runs the server without syncs at commit, or without those of what is copied out of the write-ahead log: then
   * acknowledged writes must be lost, or the proof proves nothing.
   */
  control?: Control
}

export interface PowercutReport {
  proof: 'powercut' | `powercut control ${Control}`
  seed: number
  cuts: number
  /** Of these, how many fell into a sync. */
  duringSync: number
  acknowledged: number
  /** How often the write-ahead log began anew. */
  walResets: number
  /** Cuts after which something acknowledged was missing or wrong. */
  lossy: number
  /** Cuts after which SQLite called the file damaged. */
  damaged: number
  /** Cuts after which the real server was started and read through its API. */
  restarted: number
  faults: string[]
  held: boolean
}

const cutsPerLoad = 50
const restartsPerLoad = 4
const loadMs = 4000
/** The share of cuts that a control has to lose. */
const controlShare = 0.3
const fates: readonly Fate[] = ['none', 'some', 'some', 'newest']

/**
 * Writes to a server whose file system calls are journalled, rebuilds the disk as a power cut would have
 * left it at random moments, and looks for what had been acknowledged by then.
 */
export async function powercut(options: PowercutOptions, say: (line: string) => void): Promise<PowercutReport> {
  const { cuts, seed, control } = options
  const report: PowercutReport = {
    proof: control ? `powercut control ${control}` : 'powercut',
    seed,
    cuts: 0,
    duringSync: 0,
    acknowledged: 0,
    walResets: 0,
    lossy: 0,
    damaged: 0,
    restarted: 0,
    faults: [],
    held: false,
  }
  // Images come and go by the hundred; the disk is made up, so memory will do.
  const home = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rivulet-powercut-'))
  try {
    const shim = await buildShim(home)
    for (let load = 0; report.cuts < cuts; load++) {
      const here = join(home, `load${load}`)
      const recorded = await record(here, shim, new Random(seed + load), control)
      await cutAll(recorded, here, Math.min(cutsPerLoad, cuts - report.cuts), new Random(seed + load), report)
      say(
        `${report.proof} ${report.cuts}/${cuts}: ${recorded.ledger.count()} acknowledged, ` +
          `${report.lossy} lossy cuts, ${report.damaged} damaged files, ${report.restarted} restarts`,
      )
      await rm(here, { recursive: true })
    }
  } finally {
    await rm(home, { recursive: true })
  }
  const clean = report.lossy === 0 && report.damaged === 0 && report.faults.length === 0
  // Where copies are lost, the database that was copied into is damaged too.
  const asWanted = report.lossy >= controlShare * cuts && (control === 'copies' || report.damaged === 0)
  report.held = control ? asWanted : clean
  return report
}

interface Recorded {
  journal: JournalRecord[]
  ledger: Ledger
  /** The database's name in the data directory. */
  database: string
}

async function record(home: string, shim: string, random: Random, control: Control | undefined): Promise<Recorded> {
  const data = join(home, 'data')
  const journalFile = join(home, 'journal')
  await mkdir(data, { recursive: true })
  const server = await startServer(home, {
    LD_PRELOAD: shim,
    PROOF_DIRECTORY: data,
    PROOF_JOURNAL: journalFile,
    PROOF_SYNC_NAP_US: '1500',
    UV_USE_IO_URING: '0',
    RIVULET_PROOF_WAL_FRAMES: '60',
    ...(control && { RIVULET_PROOF_UNSYNCED: control }),
  })
  const ledger = new Ledger()
  const load = new Load(server.api, ledger, random)
  await sleep(loadMs)
  await load.stop()
  // Quiet now, so that the journal and the files must agree.
  await sleep(100)
  await server.kill()
  if (ledger.oddities.length > 0) throw new Error(ledger.oddities.join('\n'))

  const journal = await readJournal(journalFile)
  await assertComplete(journal, data, random)
  const names = await readdir(data)
  const database = names.find((name) => names.includes(`${name}-wal`))
  if (!database) throw new Error(`no database with a -wal among ${names.join(', ')}`)
  return { journal, ledger, database }
}

/** The journal with nothing lost must give the very bytes that are there; else a call escaped it. */
async function assertComplete(journal: JournalRecord[], data: string, random: Random): Promise<void> {
  const disk = new Disk()
  for (const entry of journal) disk.feed(entry)
  const image = disk.image('all', random)
  for (const entry of await readdir(data, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.endsWith('-shm')) continue
    const file = join(entry.parentPath, entry.name)
    const rebuilt = image.get(file.slice(data.length + 1))
    if (!rebuilt?.equals(await readFile(file))) throw new Error(`the journal does not give ${entry.name} as it is`)
  }
}

async function cutAll(
  { journal, ledger, database }: Recorded,
  home: string,
  count: number,
  random: Random,
  report: PowercutReport,
): Promise<void> {
  const moments = momentsToCut(journal, ledger, count, random)
  const restarts = new Set(moments.toSorted(() => random.next() - 0.5).slice(0, restartsPerLoad))
  const disk = new Disk()
  let fed = 0
  let syncing = 0
  for (const at of moments) {
    for (let next = journal[fed]; next && next.ns <= at; next = journal[++fed]) {
      disk.feed(next)
      if (next.kind === 'sync_begin') syncing++
      if (next.kind === 'sync_end' || next.kind === 'sync_failed') syncing--
    }
    const fate = random.pick(fates)
    const cut = join(home, `cut${report.cuts}`)
    const image = disk.image(fate, random)
    await writeImage(image, join(cut, 'data'))
    report.cuts++
    if (syncing > 0) report.duringSync++

    const { whole, faults } = faultsOfImage(join(cut, 'data', database), ledger, at)
    if (!whole) report.damaged++
    if (faults.length > 0) report.lossy++
    report.faults.push(...faults.slice(0, 3).map((fault) => `cut ${report.cuts} (${fate}): ${fault}`))
    if (restarts.has(at) && whole && faults.length === 0) {
      report.restarted++
      // Reading has tidied the file up; the server gets it as it was.
      await writeImage(image, join(cut, 'restart', 'data'))
      report.faults.push(...(await faultsOfRestart(join(cut, 'restart'), ledger, at)))
    }
    await rm(cut, { recursive: true })
  }
  report.acknowledged += ledger.count()
  report.walResets += walResets(journal)
}

/** In equal parts: right after an acknowledgement, during a sync, while the log is copied into the database, at any time. */
function momentsToCut(journal: JournalRecord[], ledger: Ledger, count: number, random: Random): number[] {
  const acks = ledger.streams.flatMap((stream) => stream.deltas.entries.map((entry) => entry.ackedAt))
  const times = acks.filter((at) => at < Infinity).toSorted((a, b) => a - b)
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) throw new Error('nothing was acknowledged')

  const since = journal.filter(({ ns }) => ns >= first)
  const begins = since.filter(({ kind }) => kind === 'sync_begin')
  const ends = new Map(since.filter(({ kind }) => kind === 'sync_end').map(({ at, ns }) => [at, ns]))
  const wals = walsOf(journal)
  const copies = since.filter(({ kind, inode }) => kind === 'write' && !wals.has(inode))
  const ways = [
    () => random.pick(times),
    () => random.between(first, last),
    () => {
      const { at, ns } = random.pick(begins)
      return random.between(ns, ends.get(at) ?? ns)
    },
    () => random.pick(copies).ns,
  ]
  const possible = ways.filter((_, index) => (index !== 2 || begins.length > 0) && (index !== 3 || copies.length > 0))
  const moments = Array.from({ length: count }, (_, index) => possible[index % possible.length]?.() ?? last)
  return moments.toSorted((a, b) => a - b)
}

async function writeImage(image: Map<string, Buffer>, directory: string): Promise<void> {
  for (const [name, bytes] of image) {
    const file = join(directory, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
}

function faultsOfImage(file: string, ledger: Ledger, at: number): { whole: boolean; faults: string[] } {
  try {
    const { integrity, found } = readBySql(file, places)
    return { whole: integrity === 'ok', faults: compare(ledger, found, { at }) }
  } catch (error) {
    // Not even the tables need be there, in the control.
    return { whole: !/malformed|not a database/.test(String(error)), faults: [String(error)] }
  }
}

/** Each reset of the write-ahead log writes its head anew, at 0. */
function walResets(journal: JournalRecord[]): number {
  const wals = walsOf(journal)
  return journal.filter(({ kind, inode, at }) => kind === 'write' && at === 0 && wals.has(inode)).length - wals.size
}

function walsOf(journal: JournalRecord[]): Set<bigint> {
  const created = journal.filter(({ kind, data }) => kind === 'create' && data.toString().endsWith('-wal'))
  return new Set(created.map(({ inode }) => inode))
}
