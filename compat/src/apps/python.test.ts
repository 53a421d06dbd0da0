import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { canImport } from '#testing/python/canImport'
import { startBotServer } from '#testing/server'
import { repository } from '#testing/servers/spawnServer'

const run = promisify(execFile)

/** Runs a program of `compat/src/python` as the app Chat, and reads what it prints. */
async function runPython(program: string): Promise<unknown> {
  const server = await startBotServer()
  const env = { ...process.env, SLACK_API_URL: server.api, SLACK_BOT_TOKEN: 'xoxb-acme-chat' }
  const { stdout } = await run('python3', [join(repository, 'compat', 'src', 'python', program)], { env })
  return JSON.parse(stdout)
}

// Debian has slack_sdk as python3-slack-sdk. Elsewhere it comes from PyPI, so that many machines lack it.
test.skipIf(!canImport('slack_sdk'))(
  'slack_sdk posts, changes, reacts, uploads and reads (skipped without slack_sdk)',
  async () => {
    expect(await runPython('client.py')).toEqual({
      names: expect.arrayContaining(['ana', 'ben', 'chat']),
      texts: expect.arrayContaining(['From Python 3', 'Good morning']),
      file: 'table.csv',
      error: 'channel_not_found',
    })
  },
)

test.skipIf(!canImport('slack_sdk', 'aiohttp'))(
  'the asynchronous slack_sdk posts (skipped without slack_sdk or aiohttp)',
  async () => {
    expect(await runPython('asyncClient.py')).toEqual({ ok: true, newest: 'From asyncio' })
  },
)
