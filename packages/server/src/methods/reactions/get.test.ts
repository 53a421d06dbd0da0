import { describe, expect, test } from 'vitest'
import { enterpriseFile, userTokensFile } from '#testing/workspace/files'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { history } from '#methods/conversations/history'
import { add } from './add.ts'
import { get } from './get.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', timestamp: root }

describe('reactions.get', () => {
  test('returns the message with its reactions and its permalink', async () => {
    const { call, url } = await createWorkspace()
    await call(add, { ...help, name: 'tada' })
    expect(await call(get, help)).toMatchObject({
      ok: true,
      type: 'message',
      channel: 'C0HELP',
      message: {
        type: 'message',
        ts: root,
        text: 'The printer is on fire',
        permalink: `${url}/archives/C0HELP/p1767225600000100`,
        reactions: [{ name: 'tada', users: ['U0SCOUT'], count: 1 }],
      },
    })
  })

  test('a message without reactions has no `reactions`', async () => {
    const { call } = await createWorkspace()
    expect((await call(get, help)).message).not.toHaveProperty('reactions')
  })

  test('[RCT-3] lists the first 50 who reacted, all of them on request, and always the count', async () => {
    const { call, store } = await createWorkspace()
    const rows = Array.from({ length: 60 }, (_, i) => ({
      team_id: 'T0ACME',
      channel_id: 'C0HELP',
      ts: root,
      name: 'tada',
      user_id: `U${String(i).padStart(3, '0')}`,
      n: i,
    }))
    await store.write((tx) => tx.insertInto('reactions').values(rows).execute())
    const all = rows.map((row) => row.user_id)
    const tada = { name: 'tada', users: all.slice(0, 50), count: 60 }

    expect((await call(get, help)).message?.reactions).toEqual([tada])
    expect((await call(history, { channel: 'C0HELP' })).messages?.[0]?.reactions).toEqual([tada])
    const full = await call(get, { ...help, full: 'true' }, { as: 'form' })
    expect(full.message?.reactions).toEqual([{ ...tada, users: all }])
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof get> = {
    channel_not_found: { args: { ...help, channel: 'C0SECRET' }, detail: 'C0SECRET' },
    team_not_found: {
      args: { ...help, channel: 'general' },
      token: 'xoxe-all',
      file: enterpriseFile(),
      detail: 'general',
    },
    not_in_channel: { args: { ...help, channel: 'C1' }, token: 'xoxp-outside', file: userTokensFile, detail: 'C1' },
    no_item_specified: { args: {}, detail: 'both' },
    bad_timestamp: { args: { ...help, timestamp: 'x' }, detail: '"x"' },
    message_not_found: { args: { ...help, timestamp: '1767225600.999999' }, detail: '1767225600.999999' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(get, error, call))
})
