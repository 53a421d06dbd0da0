import { describe, expect, test } from 'vitest'
import { history } from '#methods/conversations/history'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { add } from './add.ts'
import { remove } from './remove.ts'

const root = '1767225600.000100'
const tada = { channel: 'C0HELP', timestamp: root, name: 'tada' }

describe('reactions.remove', () => {
  test('removes a reaction of the caller, and no other', async () => {
    const { call, store } = await createWorkspace()
    await call(add, tada)
    await call(add, { ...tada, name: 'eyes' })
    const ben = { team_id: 'T0ACME', channel_id: 'C0HELP', ts: root, name: 'tada', user_id: 'U0BEN', n: 3 }
    await store.write((tx) => tx.insertInto('reactions').values(ben).execute())

    expect(await call(remove, tada)).toEqual({ ok: true })

    expect((await call(history, { channel: 'C0HELP' })).messages).toMatchObject([
      {
        reactions: [
          { name: 'eyes', users: ['U0SCOUT'], count: 1 },
          { name: 'tada', users: ['U0BEN'], count: 1 },
        ],
      },
    ])
  })

  test('a message without its last reaction has no `reactions`', async () => {
    const { call } = await createWorkspace()
    await call(add, { ...tada, name: 'thumbsup' })
    await call(remove, { ...tada, name: '+1' })
    expect((await call(history, { channel: 'C0HELP' })).messages?.[0]).not.toHaveProperty('reactions')
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof remove> = {
    ...channelAccessRefusals((channel) => ({ ...tada, channel })),
    no_item_specified: { args: { ...tada, channel: undefined }, detail: '`channel`' },
    bad_timestamp: { args: { ...tada, timestamp: '1' }, detail: '"1"' },
    message_not_found: { args: { ...tada, timestamp: '1767225600.999999' }, detail: '1767225600.999999' },
    invalid_name: { args: { ...tada, name: 'party_parrot' }, detail: '"party_parrot"' },
    no_reaction: { args: tada, detail: 'tada' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and removes nothing', (error, call) =>
    expectRefusal(remove, error, call),
  )
})
