import { describe, expect, test } from 'vitest'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

describe('paginate() of the official client', () => {
  test('pages through the channels, each once', async () => {
    const pages = await readPages<{ channels: { name: string }[] }>('conversations.list', { limit: 2 })

    expect(pages.map(({ channels }) => channels.length)).toEqual([2, 1])
    const names = pages.flatMap(({ channels }) => channels.map(({ name }) => name))
    expect(names.toSorted()).toEqual(['general', 'help-desk', 'random'])
  })

  test('pages through the users, bot users and Slackbot [USR-11] included', async () => {
    const pages = await readPages<{ members: { name: string }[] }>('users.list', { limit: 1 })

    const names = pages.flatMap(({ members }) => members.map(({ name }) => name))
    expect(names.toSorted()).toEqual(['ana', 'ben', 'brook', 'eve', 'scout', 'slackbot'])
  })

  test('pages through the replies of a thread in order', async () => {
    const thread = { channel: 'C0HELP', ts: '1767225600.000200', limit: 2 }
    const pages = await readPages<{ messages: { text: string }[] }>('conversations.replies', thread)

    // Every page begins with the root of the thread.
    const texts = new Set(pages.flatMap(({ messages }) => messages.map(({ text }) => text)))
    expect(pages.length).toBeGreaterThan(1)
    expect([...texts]).toEqual(['The printer is on fire', 'One', 'Two', 'Three', 'Four'])
  })
})

async function readPages<T>(method: string, options: Record<string, unknown>): Promise<T[]> {
  const pages: unknown[] = []
  for await (const page of createClient(await startServer()).paginate(method, options)) pages.push(page)
  return pages as T[]
}
