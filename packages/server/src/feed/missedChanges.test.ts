import type { PluginTransformQueryArgs } from 'kysely'
import { expect, test } from 'vitest'
import { createWatchedChannel, connectWithoutHello, storages } from '#testing/feed/orderScene'

test.each(storages.filter(([, there]) => there))(
  'missed changes take the same number of queries however many there are, %s',
  async (_, __, medium) => {
    const { store, url, hello, viewer, other, call } = await createWatchedChannel(medium())
    const cursor = hello()
    viewer.socket.terminate()
    const root = await call('chat.postMessage', { text: 'Root' })
    const read = store.snapshot.bind(store)
    const asked: number[] = []
    for (const more of [4, 40]) {
      let last = ''
      for (let i = 0; i < more; i++)
        last = await call('chat.postMessage', i % 2 ? { text: 'Reply', thread_ts: root } : { text: 'Said' })
      await other.until(() => other.messages.has(last))
      let questions = 0
      store.snapshot = (fn) =>
        read((db) => {
          const transformQuery = ({ node }: PluginTransformQueryArgs) => {
            questions++
            return node
          }
          const counting = db.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
          return fn(
            Object.assign(counting, {
              cache: db.cache,
              clock: db.clock,
              secrets: db.secrets,
              isSnapshot: true,
              ...(db.reads ? { reads: db.reads } : {}),
            }),
          )
        })
      const { frames, greet } = await connectWithoutHello(url)
      const messagesReceived = () => frames.flatMap((frame) => (frame.type === 'message' ? [frame.message.ts] : []))
      greet(cursor)
      await expect.poll(messagesReceived).toContain(last)
      store.snapshot = read
      // The root is sent once, however many replies it has.
      const said = messagesReceived()
      expect(said.filter((ts) => ts === root)).toHaveLength(1)
      expect(said).toEqual([...new Set(said)])
      asked.push(questions)
    }
    expect(asked[1]).toBe(asked[0])
  },
)
