import { compare, key } from '#check/check'
import { Client } from '#load/client'
import type { Ledger } from '#check/ledger'
import { readByApi } from '#check/readBack'
import { startServer } from '#load/server'
import { places, token } from '#load/workspace'

/**
 * Starts the real server on a disk that lost its power at the moment `at`: it must come up, hold what was
 * acknowledged, and go on with each stream that is open, right behind its last delta.
 */
export async function faultsOfRestart(home: string, ledger: Ledger, at: number): Promise<string[]> {
  const streams = ledger.streams.filter((stream) => stream.start.ackedAt <= at)
  const server = await startServer(home)
  const client = new Client(server.api, token)
  try {
    const before = await readByApi(client, streams, places)
    const faults = compare(ledger, before, { at, streams })

    const open = streams.filter((stream) => before.streams.get(key(stream))?.state === 'in_progress')
    for (const { place, ts } of open) {
      await client.must('chat.appendStream', { channel: place.channel, ts, markdown_text: 'and on' })
    }
    const after = await readByApi(client, open, [])
    for (const stream of open) {
      const was = before.streams.get(key(stream))?.text
      if (after.streams.get(key(stream))?.text !== `${was}and on`) {
        faults.push(`${stream.deltas.name}: did not go on where it had stopped`)
      }
    }
    return faults
  } catch (error) {
    return [`after the restart: ${String(error)}\n${server.complaints()}`]
  } finally {
    client.close()
    await server.kill()
  }
}
