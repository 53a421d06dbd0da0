import { findFaults, streamKey } from '#check/check'
import { Client } from '#load/client'
import type { Ledger } from '#check/ledger'
import { readByApi } from '#check/readBack'
import { startServer } from '#load/server'
import { targets, token } from '#load/workspace'

/**
 * Starts the real server on the disk of a power cut at the time `at`. It must start, have everything that was
 * acknowledged, and continue each open stream right after its last delta.
 */
export async function checkRestart(home: string, ledger: Ledger, at: number): Promise<string[]> {
  const streams = ledger.streams.filter((stream) => stream.start.ackedAt <= at)
  const server = await startServer(home)
  const client = new Client(server.api, token)
  try {
    const before = await readByApi(client, streams, targets)
    const faults = findFaults(ledger, before, { at, streams })

    const open = streams.filter((stream) => before.streams.get(streamKey(stream))?.state === 'in_progress')
    for (const { target, ts } of open) {
      await client.callOrThrow('chat.appendStream', { channel: target.channel, ts, markdown_text: 'and on' })
    }
    const after = await readByApi(client, open, [])
    for (const stream of open) {
      const was = before.streams.get(streamKey(stream))?.text
      if (after.streams.get(streamKey(stream))?.text !== `${was}and on`) {
        faults.push(`${stream.deltas.name}: did not continue where it had stopped`)
      }
    }
    return faults
  } catch (error) {
    return [`after the restart: ${String(error)}\n${server.readErrorOutput()}`]
  } finally {
    client.close()
    await server.kill()
  }
}
