import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { listLiveStatuses } from '#domain/threads/status'
import { findPersonCaller } from '#domain/people/personCaller'
import { sendMessage } from '#domain/people/messages/send'
import { startServer } from '#testing/server/server'
import { DemoAgent } from './agent.ts'

const demo = readFileSync(new URL('../../../workspaces/demo.yaml', import.meta.url), 'utf8')

test('the demo agent answers again after its database failed for a while', async () => {
  const server = await startServer({ file: demo })
  const { store } = server
  let away = false
  let asked = 0
  const db = new Proxy(store.db, {
    get(whole, name) {
      if (away && ++asked) throw new Error('The connection was lost.')
      const part = Reflect.get(whole, name)
      return typeof part === 'function' ? part.bind(whole) : part
    },
  })
  const agent = new DemoAgent({ ...server, store: Object.create(store, { db: { value: db } }) })
  onTestFinished(() => agent.stop())
  away = true
  await expect.poll(() => asked).toBeGreaterThan(1)
  away = false
  await new Promise((done) => setTimeout(done, 300))
  const ana = (await findPersonCaller(store.db, 'T0WILLOW', 'U0ANA'))!
  const ts = await store.write((tx) => sendMessage(tx, ana, { channelId: 'D0ANABROOK', text: 'Hello' }))
  const statuses = () => listLiveStatuses(store.db, { team_id: 'T0WILLOW', id: 'D0ANABROOK' }, ts)
  await expect.poll(async () => (await statuses()).map(({ text }) => text)).toEqual(['Brook is thinking...'])
})
