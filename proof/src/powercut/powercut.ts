import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFaults } from '#check/check'
import { SimulatedDisk, type UnsyncedWrites } from './simulatedDisk.ts'
import { type JournalRecord, readJournal, waitForQuiet } from './fileJournal.ts'
import { Ledger } from '#check/ledger'
import { LoadGenerator } from '#load/load'
import { Random } from '#load/random'
import { readBySql } from '#check/readBack'
import { checkRestart } from './restart.ts'
import { startServer } from '#load/server'
import { buildShim } from './shim.ts'
import { targets } from '#load/workspace'

export type Control = 'commits' | 'copies'

export interface PowercutOptions {
  cuts: number
  seed: number
  /**
   * Runs the server without syncs at commit, or without those of checkpoints (copies out of the write-ahead log). Then
   * acknowledged writes must be lost, or the proof proves nothing.
   */
  control?: Control
}

export interface PowercutReport {
  proof: 'powercut' | `powercut control ${Control}`
  seed: number
  cuts: number
  /** How many of them happened during a sync. */
  duringSync: number
  acknowledged: number
  /** How often the write-ahead log was reset. */
  walResets: number
  /** Cuts after which something acknowledged was missing or wrong. */
  lossy: number
  /** Cuts after which the integrity check of SQLite failed. */
  damaged: number
  /** Cuts after which the real server was started and read through its API. */
  restarted: number
  faults: string[]
  passed: boolean
}

const cutsPerLoad = 50
const restartsPerLoad = 4
const loadMs = 4000
/** The share of cuts in which a control must lose something. */
const controlShare = 0.3
const unsyncedChoices: readonly UnsyncedWrites[] = ['none', 'some', 'some', 'newest']

/**
 * Writes to a server whose file system calls are journalled, rebuilds the disk as power cuts at random moments would
 * have left it, and checks that everything acknowledged by then is there.
 */
export async function provePowercut(options: PowercutOptions, print: (line: string) => void): Promise<PowercutReport> {
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
    passed: false,
  }
  // Hundreds of images are written and removed. The disk is simulated, so memory is enough.
  const home = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rivulet-powercut-'))
  try {
    const shim = await buildShim(home)
    for (let load = 0; report.cuts < cuts; load++) {
      const loadHome = join(home, `load${load}`)
      const recorded = await record(loadHome, shim, new Random(seed + load), control)
      await cutPower(recorded, loadHome, Math.min(cutsPerLoad, cuts - report.cuts), new Random(seed + load), report)
      print(
        `${report.proof} ${report.cuts}/${cuts}: ${recorded.ledger.countAcknowledged()} acknowledged, ` +
          `${report.lossy} lossy cuts, ${report.damaged} damaged files, ${report.restarted} restarts`,
      )
      await rm(loadHome, { recursive: true })
    }
  } finally {
    await rm(home, { recursive: true })
  }
  const clean = report.lossy === 0 && report.damaged === 0 && report.faults.length === 0
  // Without syncs of checkpoints the database file itself is damaged too.
  const controlPassed = report.lossy >= controlShare * cuts && (control === 'copies' || report.damaged === 0)
  report.passed = control ? controlPassed : clean
  return report
}

interface Recording {
  journal: JournalRecord[]
  ledger: Ledger
  /** The name of the database file in the data directory. */
  database: string
}

async function record(home: string, shim: string, random: Random, control: Control | undefined): Promise<Recording> {
  const data = join(home, 'data')
  const journalFile = join(home, 'journal')
  await mkdir(data, { recursive: true })
  const server = await startServer(home, {
    env: {
      LD_PRELOAD: shim,
      PROOF_DIRECTORY: data,
      PROOF_JOURNAL: journalFile,
      PROOF_SYNC_NAP_US: '1500',
      UV_USE_IO_URING: '0',
      RIVULET_PROOF_WAL_FRAMES: '60',
      ...(control && { RIVULET_PROOF_UNSYNCED: control }),
    },
  })
  const ledger = new Ledger()
  const load = new LoadGenerator(server.api, ledger, random)
  await sleep(loadMs)
  await load.stop()
  // The journal and the files must agree.
  await waitForQuiet(journalFile)
  await server.kill()
  if (ledger.unexpected.length > 0) throw new Error(ledger.unexpected.join('\n'))

  const journal = await readJournal(journalFile)
  await assertComplete(journal, data, random)
  const names = await readdir(data)
  const database = names.find((name) => names.includes(`${name}-wal`))
  if (!database) throw new Error(`no database with a -wal among ${names.join(', ')}`)
  return { journal, ledger, database }
}

/** Replays the journal without losses. The result must equal the files byte for byte, or the journal missed a call. */
async function assertComplete(journal: JournalRecord[], data: string, random: Random): Promise<void> {
  const disk = new SimulatedDisk()
  for (const entry of journal) disk.apply(entry)
  const image = disk.createImage('all', random)
  for (const entry of await readdir(data, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.endsWith('-shm')) continue
    const file = join(entry.parentPath, entry.name)
    const rebuilt = image.get(file.slice(data.length + 1))
    if (!rebuilt?.equals(await readFile(file))) throw new Error(`the journal does not reproduce ${entry.name}`)
  }
}

async function cutPower(
  { journal, ledger, database }: Recording,
  home: string,
  count: number,
  random: Random,
  report: PowercutReport,
): Promise<void> {
  const moments = chooseMoments(journal, ledger, count, random)
  const restarts = new Set(moments.toSorted(() => random.next() - 0.5).slice(0, restartsPerLoad))
  const disk = new SimulatedDisk()
  let applied = 0
  let syncing = 0
  for (const at of moments) {
    for (let next = journal[applied]; next && next.ns <= at; next = journal[++applied]) {
      disk.apply(next)
      if (next.kind === 'sync_begin') syncing++
      if (next.kind === 'sync_end' || next.kind === 'sync_failed') syncing--
    }
    const unsynced = random.pick(unsyncedChoices)
    const cutHome = join(home, `cut${report.cuts}`)
    const image = disk.createImage(unsynced, random)
    await writeImage(image, join(cutHome, 'data'))
    report.cuts++
    if (syncing > 0) report.duringSync++

    const { intact, faults } = checkImage(join(cutHome, 'data', database), ledger, at)
    if (!intact) report.damaged++
    if (faults.length > 0) report.lossy++
    report.faults.push(...faults.slice(0, 3).map((fault) => `cut ${report.cuts} (${unsynced}): ${fault}`))
    if (restarts.has(at) && intact && faults.length === 0) {
      report.restarted++
      // Reading has repaired the file; the server gets the original image.
      await writeImage(image, join(cutHome, 'restart', 'data'))
      report.faults.push(...(await checkRestart(join(cutHome, 'restart'), ledger, at)))
    }
    await rm(cutHome, { recursive: true })
  }
  report.acknowledged += ledger.countAcknowledged()
  report.walResets += countWalResets(journal)
}

/** Chooses times in equal parts: right after an acknowledgement, at any time, during a sync, and during a checkpoint. */
function chooseMoments(journal: JournalRecord[], ledger: Ledger, count: number, random: Random): number[] {
  const acks = ledger.streams.flatMap((stream) => stream.deltas.calls.map((entry) => entry.ackedAt))
  const times = acks.filter((at) => at < Infinity).toSorted((a, b) => a - b)
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) throw new Error('nothing was acknowledged')

  const since = journal.filter(({ ns }) => ns >= first)
  const begins = since.filter(({ kind }) => kind === 'sync_begin')
  const ends = new Map(since.filter(({ kind }) => kind === 'sync_end').map(({ at, ns }) => [at, ns]))
  const wals = findWals(journal)
  const copies = since.filter(({ kind, inode }) => kind === 'write' && !wals.has(inode))
  const strategies = [
    () => random.pick(times),
    () => random.between(first, last),
    () => {
      const { at, ns } = random.pick(begins)
      return random.between(ns, ends.get(at) ?? ns)
    },
    () => random.pick(copies).ns,
  ]
  const possible = strategies.filter(
    (_, index) => (index !== 2 || begins.length > 0) && (index !== 3 || copies.length > 0),
  )
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

function checkImage(file: string, ledger: Ledger, at: number): { intact: boolean; faults: string[] } {
  try {
    const { integrity, found } = readBySql(file, targets)
    return { intact: integrity === 'ok', faults: findFaults(ledger, found, { at }) }
  } catch (error) {
    // In a control, even the tables may be missing.
    return { intact: !/malformed|not a database/.test(String(error)), faults: [String(error)] }
  }
}

/** Each reset of the write-ahead log rewrites its header at offset 0. */
function countWalResets(journal: JournalRecord[]): number {
  const wals = findWals(journal)
  return journal.filter(({ kind, inode, at }) => kind === 'write' && at === 0 && wals.has(inode)).length - wals.size
}

function findWals(journal: JournalRecord[]): Set<bigint> {
  const created = journal.filter(({ kind, data }) => kind === 'create' && data.toString().endsWith('-wal'))
  return new Set(created.map(({ inode }) => inode))
}
