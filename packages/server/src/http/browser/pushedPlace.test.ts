import { expect, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { setNotifyRule } from '#domain/channels/readMarks'
import { removeMessage } from '#domain/people/messages/change'
import { sendMessage } from '#domain/people/messages/send'
import { findPersonCaller } from '#domain/people/personCaller'
import { signIn } from '#testing/feed/socket'
import { startServer } from '#testing/server/server'

const said = { threadTs: undefined, clientMsgId: 'c9d3a1f0-0000-4000-8000-000000000001', toAssistant: false }

test('[NTF-13] says whether the person still sees what was pushed, and nothing of what they never saw', async () => {
  const server = await startServer()
  const [ana, ben] = [await findPerson('U0ANA'), await findPerson('U0BEN')]
  const ts = await server.store.write((tx) => sendMessage(tx, ben, { ...said, channelId: 'C0HELP', text: 'regretted' }))
  const sees = async (user: string, channel: string, about = ts) => {
    const cookie = await signIn(server.url, user)
    const path = `/session?team=T0ACME&channel=${encodeURIComponent(channel)}&ts=${encodeURIComponent(about)}`
    return (await server.request('GET', path, undefined, { cookie })).body['sees']
  }
  expect([await sees('U0ANA', 'C0HELP'), await sees('U0EVE', 'C0SECRET'), await sees('U0EVE', 'no\0ne')]).toEqual([
    true,
    false,
    false,
  ])
  expect(await sees('U0ANA', 'C0HELP', 'x')).toBe(undefined)
  await server.store.write(async (tx) =>
    setNotifyRule(tx, (await findChannel(tx, 'T0ACME', 'C0HELP'))!, ana, { muted: true }),
  )
  expect(await sees('U0ANA', 'C0HELP')).toBe(false)
  expect(await sees('U0BEN', 'C0HELP')).toBe(true)
  await server.store.write((tx) => removeMessage(tx, ben, { channelId: 'C0HELP', ts }))
  expect(await sees('U0BEN', 'C0HELP')).toBe(false)

  async function findPerson(id: string) {
    return (await findPersonCaller(server.store.db, 'T0ACME', id))!
  }
})
