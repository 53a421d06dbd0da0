import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Client } from '#load/client'
import { listField, textField } from '#load/untypedFields'
import { startServer } from '#load/server'
import { token } from '#load/workspace'
import { buildShim } from '#powercut/shim'

/** Codes of Linux. */
export const errors = { EROFS: 30, EDQUOT: 122 }

/** A data directory whose servers can be disturbed. They end with the test. */
export async function createScene() {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-disturb-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const shim = await buildShim(home, 'disturb')
  const state = openSync(join(home, 'state'), 'w')
  onTestFinished(() => closeSync(state))
  disturb({})

  return { disturb, start }

  /** Shifts the clock, and lets writes fail. What is not named is as usual. */
  function disturb({ hours = 0, error = 0 }: { hours?: number; error?: number }): void {
    writeSync(state, new BigInt64Array([BigInt(hours * 3600), BigInt(error)]), 0, 16, 0)
  }

  async function start() {
    const server = await startServer(home, {
      env: {
        LD_PRELOAD: shim,
        DISTURB_STATE: join(home, 'state'),
        DISTURB_DIRECTORY: join(home, 'data'),
        // Copies of the log into the database are among what fails.
        RIVULET_PROOF_WAL_FRAMES: '8',
      },
    })
    const client = new Client(server.api, token)
    onTestFinished(async () => {
      client.close()
      await server.kill()
    })
    return {
      ...server,
      call: (method: string, args: Record<string, string>) => client.call(method, args),
      /** Posts, and returns the ts as a number of seconds. */
      async post(channel: string, text: string): Promise<number> {
        const ts = textField(await client.callOrThrow('chat.postMessage', { channel, text }), 'ts')
        if (!/^\d{10}\.\d{6}$/.test(ts))
          throw new Error(`The ts ${ts} does not have ten digits, a point and six digits.`)
        return Number(ts)
      },
      async read(channel: string): Promise<string[]> {
        const answer = await client.callOrThrow('conversations.history', { channel, limit: '500' })
        const texts = listField(answer, 'messages').map((message) => textField(message, 'text'))
        return texts.toReversed().filter((text) => text !== 'Begin')
      },
    }
  }
}
