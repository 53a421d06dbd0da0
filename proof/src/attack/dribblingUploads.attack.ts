import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { textField } from '#load/untypedFields'
import { token, workspaceFile } from '#load/workspace'
import { withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'

const dribbling = 64
const goalMs = 5000
const otherToken = 'xoxb-proof-other'

/** One app begins as many uploads as the server has places for, and sends a byte now and then. Another app sends files. */
export const attack: Attack = (print) =>
  withAttackedServer(
    async ({ api, host, port }) => {
      const requests = await Promise.all(
        Array.from({ length: dribbling }, async () => {
          const { pathname } = new URL(await askForAddress(token, 1_000_000))
          const upload = request({
            host,
            port,
            path: pathname,
            method: 'POST',
            headers: { 'content-length': 1_000_000 },
          })
          upload.on('error', () => {}).write('x')
          return upload
        }),
      )
      let worst = 0
      for (let i = 0; i < 20; i++) {
        const begun = performance.now()
        const answer = await fetch(await askForAddress(otherToken, 5), { method: 'POST', body: 'Hello' })
        if (answer.status !== 200) throw new Error(`another app's upload was answered ${answer.status}`)
        worst = Math.max(worst, performance.now() - begun)
        for (const upload of requests) upload.write('x')
        await sleep(100)
      }
      for (const upload of requests) upload.destroy()
      print(
        `while ${dribbling} uploads of one app dribbled, 20 of another took ${worst.toFixed(0)} ms at most (goal ${goalMs} ms)`,
      )
      if (worst > goalMs) throw new Error('others had to wait for a place')

      async function askForAddress(as: string, length: number): Promise<string> {
        const response = await fetch(`${api}files.getUploadURLExternal`, {
          method: 'POST',
          headers: { authorization: `Bearer ${as}` },
          body: new URLSearchParams({ filename: 'a.bin', length: String(length) }),
        })
        return textField(await response.json(), 'upload_url')
      }
    },
    { workspace: withTwoUploaders() },
  )

/** The usual workspace, in which the app and another one may send files. */
function withTwoUploaders(): string {
  const file = JSON.parse(workspaceFile)
  const [app] = file.apps
  const scopes = [...app.manifest.oauth_config.scopes.bot, 'files:write']
  app.manifest.oauth_config.scopes.bot = scopes
  file.apps.push({ ...app, id: 'A0OTHER', bot_id: 'B0OTHER', bot_user: 'U0OTHERBOT' })
  file.tokens = [
    { token, kind: 'bot', app: 'A0PROOF', team: 'T0PROOF', scopes },
    { token: otherToken, kind: 'bot', app: 'A0OTHER', team: 'T0PROOF', scopes },
  ]
  return JSON.stringify(file)
}
