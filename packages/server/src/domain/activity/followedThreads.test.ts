import { expect, onTestFinished, test } from 'vitest'
import { removeMessage } from '#domain/people/messages/change'
import { sendMessage } from '#domain/people/messages/send'
import type { Tx } from '#store/db'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { holdWrite } from '#testing/transactions/holdWrite'
import { loadAcme } from '#testing/workspace/domain'
import { listUnreadThreads } from './followedThreads.ts'

const channelId = 'C0HELP'

test.skipIf(!postgres)(
  '[NTF-2] a reply that is posted while another is deleted becomes news to those who follow the thread',
  async () => {
    const { store, post, remove, listNews } = await createThread()
    const one = await store.write((tx) => post(tx, 'one'))
    let two = ''
    const posting = await holdWrite(store, async (tx) => (two = await post(tx, 'two')))
    const removing = store.write((tx) => remove(tx, one))
    expect(await posting.keepsWaiting(removing)).toBe(true)
    await Promise.all([posting.release(), removing])
    expect(await listNews()).toEqual([two])

    const removal = await holdWrite(store, (tx) => remove(tx, two))
    const saying = store.write((tx) => post(tx, 'three'))
    expect(await removal.keepsWaiting(saying)).toBe(true)
    await removal.release()
    const three = await saying
    expect(await listNews()).toEqual([three])
  },
)

/** A thread that Ana began, in which Ben replies. */
async function createThread() {
  const { open, close } = sharedSchema(postgres ?? '')
  onTestFinished(close)
  const { store, findPerson } = await loadAcme(open)
  const [ana, ben] = [await findPerson('U0ANA'), await findPerson('U0BEN')]
  const threadTs = await store.write((tx) => sendMessage(tx, ana, { channelId, text: 'root' }))
  return {
    store,
    post: (tx: Tx, text: string) => sendMessage(tx, ben, { channelId, text, threadTs }),
    remove: (tx: Tx, ts: string) => removeMessage(tx, ben, { channelId, ts }),
    /** The newest replies of threads that have news for Ana. */
    listNews: async () => (await listUnreadThreads(store.db, ana)).map(({ latest }) => latest),
  }
}
