import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFaults } from '#check/check'
import { Client } from '#load/client'
import { readJournal } from '#powercut/fileJournal'
import { Ledger } from '#check/ledger'
import { LoadGenerator } from '#load/load'
import { Random } from '#load/random'
import { readByApi } from '#check/readBack'
import { startServer } from '#load/server'
import { buildShim } from '#powercut/shim'
import { targets, token } from '#load/workspace'

export interface SyncfailReport {
  proof: 'syncfail'
  seed: number
  rounds: number
  acknowledged: number
  faults: string[]
}

/**
 * Makes every sync of a running server fail from a random one on. It must acknowledge nothing that was sent after the
 * first failure, and exit by itself with a code other than 0 and a last line that says why.
 */
export async function proveSyncfail(
  rounds: number,
  seed: number,
  print: (line: string) => void,
): Promise<SyncfailReport> {
  const random = new Random(seed)
  const report: SyncfailReport = { proof: 'syncfail', seed, rounds, acknowledged: 0, faults: [] }
  const home = await mkdtemp(join(tmpdir(), 'rivulet-syncfail-'))
  try {
    const shim = await buildShim(home)
    for (let round = 1; round <= rounds; round++) {
      const from = random.between(100, 400)
      const { acknowledged, ended, faults } = await failSyncs(join(home, `round${round}`), shim, from, seed + round)
      report.acknowledged += acknowledged
      report.faults.push(...faults.map((fault) => `sync ${from}: ${fault}`))
      print(
        `syncfail ${round}: ${acknowledged} acknowledged, sync ${from} failed, exited (${ended}), ${faults.length} faults`,
      )
    }
  } finally {
    await rm(home, { recursive: true })
  }
  return report
}

async function failSyncs(
  home: string,
  shim: string,
  from: number,
  seed: number,
): Promise<{ acknowledged: number; ended: number | string; faults: string[] }> {
  await mkdir(home)
  const journal = join(home, 'journal')
  const server = await startServer(home, {
    env: {
      LD_PRELOAD: shim,
      PROOF_DIRECTORY: join(home, 'data'),
      PROOF_JOURNAL: journal,
      PROOF_FAIL_SYNC: String(from),
    },
  })
  const ledger = new Ledger()
  const load = new LoadGenerator(server.api, ledger, new Random(seed))
  load.expectCrash()
  const ended = await Promise.race([server.exited, sleep(60_000, 'still running')])
  await server.kill()
  await load.stop()
  ledger.settleCalls()

  const faults: string[] = []
  if (ended === 0 || typeof ended === 'string')
    faults.push(`the server exited with ${ended}, not by itself with an error code`)
  const lastLine = server.readErrorOutput().trimEnd().split('\n').at(-1) ?? ''
  if (!/^rivulet: .*(sync|EIO).*Nothing was acknowledged since; stopping\.$/.test(lastLine))
    faults.push(`its last line does not say why it exited: ${JSON.stringify(lastLine)}`)
  const failed = (await readJournal(journal)).find(({ kind }) => kind === 'sync_failed')
  if (!failed) faults.push('no sync failed')
  for (const { deltas } of ledger.streams) {
    const late = deltas.calls.filter((entry) => failed && entry.sentAt > failed.ns && entry.ackedAt < Infinity)
    if (late.length > 0) faults.push(`${deltas.name}: ${late.length} acknowledged after the failure`)
  }
  faults.push(...(await checkAfterRestart(home, ledger)))
  return { acknowledged: ledger.countAcknowledged(), ended, faults }
}

async function checkAfterRestart(home: string, ledger: Ledger): Promise<string[]> {
  const server = await startServer(home)
  const client = new Client(server.api, token)
  try {
    return findFaults(ledger, await readByApi(client, ledger.streams, targets))
  } finally {
    client.close()
    await server.kill()
  }
}
