import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { start } from '#server/start'
import { createTempDirectory } from '#testing/database/databases'
import { createOwnUser } from '#testing/database/ownUser'
import { postgres } from '#testing/database/postgres'
import { workspaceFile } from '#testing/workspace/workspace'

test.skipIf(!postgres)('[FLT-10] the log says once that PostgreSQL is away and once that it is back', async () => {
  const { url: store, alter } = await createOwnUser()
  const notices: string[] = []
  const unexpectedErrors: unknown[] = []
  const { url, stop } = await start({
    config: readConfig({ port: 0, store, key: join(createTempDirectory(), 'key') }, {}),
    dev: true,
    workspace: workspaceFile(),
    onNotice: (words) => notices.push(words),
    onUnexpectedError: (error) => unexpectedErrors.push(error),
  })
  onTestFinished(stop)
  const call = async () => {
    const headers = { authorization: 'Bearer xoxb-acme-scout' }
    const body = new URLSearchParams({ channel: 'C0HELP', text: 'Hello' })
    return (await fetch(`${url}/api/chat.postMessage`, { method: 'POST', headers, body })).status
  }
  expect(await call()).toBe(200)
  notices.length = 0

  await alter('nologin')
  expect([await call(), await call()]).toEqual([503, 503])
  const { hostname, port } = new URL(store)
  const at = `PostgreSQL at ${hostname}:${port || 5432}`
  const away = expect.stringMatching(`^${at} cannot be used: .+\\. Until it can, calls get service_unavailable\\.$`)
  await expect.poll(() => notices).toEqual([away])

  await alter('login')
  await expect.poll(() => notices).toEqual([away, `${at} can be used again.`])
  expect(await call()).toBe(200)
  expect(unexpectedErrors).toEqual([])
})
