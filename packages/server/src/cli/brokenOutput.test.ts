import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { bin, createTempDirectory } from '#testing/server/command'
import { findFreePort } from '#testing/server/freePort'

const acme = fileURLToPath(new URL('../../test/fixtures/acme.workspace.yaml', import.meta.url))
const fullDevice = '/dev/full'

describe('output that cannot be written', () => {
  test('[FLT-3] because its reader is gone does not end the server', async () => {
    const { child, expectSurvives } = await run('pipe')
    child.stdout?.destroy()
    child.stderr?.destroy()
    await expectSurvives()
  })

  test.skipIf(!existsSync(fullDevice))('[FLT-3] because its disk is full does not end the server', async () => {
    const full = openSync(fullDevice, 'w')
    const { expectSurvives } = await run(full)
    closeSync(full)
    await expectSurvives()
  })
})

/** Starts a server that cannot store files: each upload is an unexpected error, and a line of the log. */
async function run(output: 'pipe' | number) {
  const cwd = createTempDirectory()
  mkdirSync(join(cwd, 'data'), { mode: 0o700 })
  writeFileSync(join(cwd, 'data', 'files'), 'This is no directory.')
  const port = await findFreePort()
  const args = ['dev', '--port', String(port), '--workspace', acme, '--data', 'data']
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(bin, args, { cwd, env: { PATH, HOME }, stdio: ['ignore', output, output] })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  return {
    child,
    async expectSurvives() {
      await vi.waitFor(() => fetch(`${url}/health/live`), { timeout: 60_000 })
      const ticket = await call('files.getUploadURLExternal', { filename: 'a.txt', length: '1' })
      const upload = await fetch(String(ticket.upload_url), { method: 'POST', body: 'a' })
      expect(upload.status).toBe(500)
      const posted = await call('chat.postMessage', { channel: 'C0HELP', text: 'Still here' })
      expect(posted).toMatchObject({ ok: true })
      expect(child.exitCode).toBeNull()
    },
  }

  async function call(method: string, args: Record<string, string>): Promise<{ upload_url?: string }> {
    const headers = { authorization: 'Bearer xoxb-acme-scout' }
    const response = await fetch(`${url}/api/${method}`, { method: 'POST', headers, body: new URLSearchParams(args) })
    return (await response.json()) as { upload_url?: string }
  }
}
