import { expect, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, dm, rootTs } from '#testing/workspace/domain'
import { addReaction, listReactions, removeReaction } from './reactions.ts'

onBothDatabases('reactions', (open) => {
  test('[RCT-1] are in the order in which emoji and people were added', async () => {
    const { react, unreact, shown } = await createMessageToReactTo()
    await react('U0ANA', 'tada')
    await react('xoxb-acme-scout', 'eyes')
    await react('xoxb-acme-scout', 'tada')
    expect(await shown()).toEqual([
      { name: 'tada', users: ['U0ANA', 'U0SCOUT'] },
      { name: 'eyes', users: ['U0SCOUT'] },
    ])
    await unreact('U0ANA', 'tada')
    await react('U0ANA', 'tada')
    expect(await shown()).toEqual([
      { name: 'eyes', users: ['U0SCOUT'] },
      { name: 'tada', users: ['U0SCOUT', 'U0ANA'] },
    ])
  })

  test('[RCT-2] added at the same time are counted once each', async () => {
    const { react, shown } = await createMessageToReactTo()
    const names = ['tada', 'eyes', 'tada', '+1', 'thumbsup', 'rocket']
    const outcomes = await Promise.allSettled(names.map((name) => react('U0ANA', name)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect((await shown())?.map(({ name }) => name).toSorted()).toEqual(['+1', 'eyes', 'rocket', 'tada'])
  })

  async function createMessageToReactTo() {
    const { store, findCaller, findPerson } = await loadAcme(open)
    return { react: acting(addReaction), unreact: acting(removeReaction), shown }

    /** By a person's id, or an app's token. */
    function acting(act: typeof addReaction) {
      return async (by: string, name: string) => {
        const caller = by.startsWith('U') ? await findPerson(by) : await findCaller(by)
        await store.write(async (tx) => {
          const channel = (await findChannel(tx, dm.team_id, dm.id))!
          await act(tx, caller, { channel, ts: rootTs, name })
        })
      }
    }
    async function shown() {
      return (await listReactions(store.db, dm, [rootTs])).get(rootTs)
    }
  }
})
