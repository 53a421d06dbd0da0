import { describe, expect, test } from 'vitest'
import { clientOf } from '#testing/sdk'
import { aServer } from '#testing/server'

describe('paginate() of the official client', () => {
  test('walks through the channels, each once', async () => {
    const pages = await pagesOf<{ channels: { name: string }[] }>('conversations.list', { limit: 2 })

    expect(pages.map(({ channels }) => channels.length)).toEqual([2, 1])
    const names = pages.flatMap(({ channels }) => channels.map(({ name }) => name))
    expect(names.toSorted()).toEqual(['general', 'help-desk', 'random'])
  })

  test('walks through the people, apps among them', async () => {
    const pages = await pagesOf<{ members: { name: string }[] }>('users.list', { limit: 1 })

    const names = pages.flatMap(({ members }) => members.map(({ name }) => name))
    expect(names.toSorted()).toEqual(['ana', 'ben', 'brook', 'eve', 'scout'])
  })

  test('walks through the replies of a thread in their order', async () => {
    const thread = { channel: 'C0HELP', ts: '1767225600.000200', limit: 2 }
    const pages = await pagesOf<{ messages: { text: string }[] }>('conversations.replies', thread)

    // Every page begins with the message that was answered.
    const texts = new Set(pages.flatMap(({ messages }) => messages.map(({ text }) => text)))
    expect(pages.length).toBeGreaterThan(1)
    expect([...texts]).toEqual(['The printer is on fire', 'One', 'Two', 'Three', 'Four'])
  })
})

async function pagesOf<T>(method: string, options: Record<string, unknown>): Promise<T[]> {
  const pages: unknown[] = []
  for await (const page of clientOf(await aServer()).paginate(method, options)) pages.push(page)
  return pages as T[]
}
