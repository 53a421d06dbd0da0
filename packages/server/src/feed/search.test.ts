import { expect, test } from 'vitest'
import { type TestViewer, connectViewer } from '#testing/feed/viewer'
import { startServerWithScout } from '#testing/server/scoutServer'

const channel = 'C0HELP'

test('[SRC-10] a person finds the newest messages first, page by page, with what is around the word', async () => {
  const { url, api } = await startServerWithScout()
  const ana = await connectViewer(url, 'U0ANA')
  const long = `${'before '.repeat(80)}*sundial* ${'after '.repeat(80)}`
  const { ts: first } = await api('chat.postMessage', { channel, text: long, username: 'Clock' })
  for (let i = 0; i < 24; i++) await api('chat.postMessage', { channel, thread_ts: first, text: `sundial ${i}` })
  const page = await search(ana, 'sundial')
  expect(page).toMatchObject({ total: 25, next: 20, matches: { length: 20 } })
  expect(page.matches[0]).toMatchObject({ channel, thread_ts: first, user: 'U0SCOUT', app_id: 'A0SCOUT' })
  expect(page.matches[0]?.text).toBe('\u{E000}sundial\u{E001} 23')
  const rest = await search(ana, 'sundial', page.next)
  expect(rest.matches).toHaveLength(5)
  expect(rest).not.toHaveProperty('next')
  const oldest = rest.matches.at(-1)
  expect(oldest).toMatchObject({ ts: first, username: 'Clock' })
  expect(oldest?.text).toMatch(/^… before .*\*\u{E000}sundial\u{E001}\* after .*…$/u)
  expect(oldest?.text.length).toBeLessThan(320)
})

test('[SRC-10] a person finds nothing in what they cannot read, and an empty search finds nothing', async () => {
  const { url, api } = await startServerWithScout()
  const [ana, ben] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
  await api('chat.postMessage', { channel: 'D0ANASCOUT', text: 'A secret sundial' })
  expect(await search(ana, 'sundial')).toMatchObject({ total: 1 })
  expect(await search(ben, 'sundial')).toMatchObject({ total: 0, matches: [] })
  expect(await search(ana, '  ')).toMatchObject({ total: 0, matches: [] })
})

async function search(viewer: TestViewer, text: string, from?: number) {
  const id = crypto.randomUUID()
  viewer.send({ type: 'search', id, text, ...(from === undefined ? {} : { from }) })
  const answer = await viewer.next((frame) => 'id' in frame && frame.id === id)
  if (answer.type !== 'found') throw new Error(JSON.stringify(answer))
  return answer
}
