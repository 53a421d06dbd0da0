import { expect, onTestFinished, test } from 'vitest'
import { sendMessage } from '#domain/people/messages/send'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { holdWrite } from '#testing/transactions/holdWrite'
import { loadAcme } from '#testing/workspace/domain'
import { findChannel } from './find.ts'
import { advanceReadMark, findReadMark, setReadMark } from './readMarks.ts'

test.skipIf(!postgres)(
  '[REA-3] of two browsers that mark at the same moment, the one that is further ahead counts',
  async () => {
    const { open, close } = sharedSchema(postgres ?? '')
    onTestFinished(close)
    const { store, findPerson } = await loadAcme(open)
    const [ana, ben] = [await findPerson('U0ANA'), await findPerson('U0BEN')]
    const help = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
    const say = (text: string) => store.write((tx) => sendMessage(tx, ana, { channelId: help.id, text }))
    const [one, two] = [await say('one'), await say('two')]

    const { release, keepsWaiting } = await holdWrite(store, (tx) => advanceReadMark(tx, help, ben, two))
    let logged = -1
    const marking = store.write(async (tx) => {
      await advanceReadMark(tx, help, ben, one)
      logged = tx.work.entries.length
    })
    expect(await keepsWaiting(marking)).toBe(true)
    await Promise.all([release(), marking])
    expect(logged).toBe(0)
    expect(await findReadMark(store.db, help, 'U0BEN')).toMatchObject({ lastRead: two })

    await store.write((tx) => setReadMark(tx, help, ben, one))
    expect(await findReadMark(store.db, help, 'U0BEN')).toMatchObject({ lastRead: one })
  },
)
