import { describe, expect, test } from 'vitest'
import { history } from '#methods/conversations/history'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { add } from './add.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', timestamp: root }

describe('reactions.add', () => {
  test('adds an emoji to the message, with who reacted', async () => {
    const { call } = await createWorkspace()

    expect(await call(add, { ...help, name: 'tada' }, { as: 'form' })).toEqual({ ok: true })
    await call(add, { ...help, name: 'eyes' })

    expect((await call(history, { channel: 'C0HELP' })).messages).toMatchObject([
      {
        ts: root,
        reactions: [
          { name: 'tada', users: ['U0SCOUT'], count: 1 },
          { name: 'eyes', users: ['U0SCOUT'], count: 1 },
        ],
      },
    ])
  })

  test.each([
    ['thumbsup', '+1'],
    ['+1::skin-tone-4', '+1::skin-tone-4'],
    ['thumbsup::skin-tone-4', '+1::skin-tone-4'],
    ['shipit', 'shipit'],
  ])('[RCT-1] %s is counted as %s', async (name, kept) => {
    const { call } = await createWorkspace()
    await call(add, { ...help, name })
    expect((await call(history, { channel: 'C0HELP' })).messages).toMatchObject([{ reactions: [{ name: kept }] }])
    expect(await call(add, { ...help, name: kept })).toMatchObject({ error: 'already_reacted' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const tada = { ...help, name: 'tada' }
  const refused: Refusals<typeof add> = {
    ...channelAccessRefusals((channel) => ({ channel, timestamp: root, name: 'tada' })),
    no_item_specified: { args: { ...tada, timestamp: undefined }, detail: '`timestamp`' },
    bad_timestamp: { args: { ...tada, timestamp: 'x' }, detail: '"x"' },
    message_not_found: { args: { ...tada, timestamp: '1767225600.999999' }, detail: '1767225600.999999' },
    invalid_name: { args: { ...help, name: 'party_parrot' }, detail: '"party_parrot"' },
    thread_locked: {
      args: { channel: 'C0GENERAL', timestamp: '1767225660.000100', name: 'tada' },
      detail: 'locked',
    },
    already_reacted: { args: tada, prepare: ({ call }) => reacted(call(add, tada)), detail: 'tada' },
    too_many_reactions: { args: tada, prepare: (scene) => reactedWith(scene, 23, 'U0SCOUT'), detail: '23' },
    too_many_emoji: { args: tada, prepare: (scene) => reactedWith(scene, 50), detail: '50' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and adds nothing', (error, call) =>
    expectRefusal(add, error, call),
  )

  test.each([
    [':tada:', 'colons'],
    ['tada::skin-tone-3', 'skin tone'],
    ['__proto__', '__proto__'],
    ['', '""'],
  ])('[RCT-1] %j is not an emoji', (name, detail) =>
    expectRefusal(add, 'invalid_name', { args: { ...help, name }, detail }),
  )

  test('[RCT-2] one more person can add an existing emoji, however many emoji there are', async () => {
    const scene = await createWorkspace()
    await reactedWith(scene, 50)
    await scene.store.db.updateTable('reactions').set({ name: 'tada' }).where('name', '=', 'e0').execute()
    expect(await scene.call(add, tada)).toMatchObject({ ok: true })
  })
})

/** Adds this many emoji to a message: all as one user, or each as another user. */
async function reactedWith({ store }: Workspace, count: number, user?: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    team_id: 'T0ACME',
    channel_id: 'C0HELP',
    ts: root,
    name: `e${i}`,
    user_id: user ?? `U${i}`,
    n: i + 1,
  }))
  await store.write((tx) => tx.insertInto('reactions').values(rows).execute())
}

async function reacted(call: Promise<{ ok: boolean }>): Promise<void> {
  expect(await call).toMatchObject({ ok: true })
}
