import { describe, expect, test } from 'vitest'
import { sweepExpired } from '#domain/sweep/expired'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { postingRefusals, textAndBlockRefusals, threadRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'
import { remove } from './delete.ts'
import { postEphemeral } from './postEphemeral.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', user: 'U0BEN', text: 'Only you' }
const divider = { type: 'divider' }

describe('chat.postEphemeral', () => {
  test('[MSG-6] returns a ts, and is in no history', async () => {
    const { call } = await createWorkspace()

    const answer = await call(postEphemeral, { ...help, thread_ts: root })

    expect(answer).toEqual({ ok: true, message_ts: expect.stringMatching(/^\d{10}\.\d{6}$/) })
    expect((await call(history, { channel: 'C0HELP' })).messages).toMatchObject([{ ts: root }])
    expect((await call(replies, { channel: 'C0HELP', ts: root })).messages).toHaveLength(1)
    expect(await call(remove, { channel: 'C0HELP', ts: answer.message_ts })).toMatchObject({
      error: 'message_not_found',
    })
  })

  test('[MSG-6] does not clear a status', async () => {
    const { call, dm, parentTs, readStatusAs } = await createWorkspace()
    await call(setStatus, { channel_id: dm, thread_ts: parentTs, status: 'is thinking...' })
    await call(postEphemeral, { channel: dm, user: 'U0ANA', thread_ts: parentTs, blocks: [divider] })
    expect(await readStatusAs('ana', dm, parentTs)).toMatchObject({ text: expect.stringContaining('thinking') })
  })

  test('[MSG-6] is stored for an hour', async () => {
    stopClock()
    const { call, store } = await createWorkspace()
    await call(postEphemeral, help)
    const kept = async () => {
      await sweepExpired(store)
      return (await store.db.selectFrom('ephemerals').selectAll().execute()).length
    }
    store.db.clock.advance(3_599_000)
    expect(await kept()).toBe(1)
    store.db.clock.advance(2000)
    expect(await kept()).toBe(0)
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof postEphemeral> = {
    ...postingRefusals((channel) => ({ channel, user: 'U0ANA', text: 'x', thread_ts: root })),
    user_not_in_channel: { args: { ...help, user: 'U0EVE' }, detail: 'U0EVE' },
    reserved_username: { args: { ...help, username: 'Payroll' }, detail: 'Payroll' },
    ...threadRefusals(help),
    ...textAndBlockRefusals(help),
    markdown_text_conflict: { args: { ...help, markdown_text: 'x' }, detail: '`markdown_text`' },
    message_limit_exceeded: thrice({ channel: 'C0BUSY', user: 'U0BUSY', text: 'x' }, 'xoxb-busy-scout', 'in Busy;'),
    rate_limited: thrice({ channel: 'C0CHATTY', user: 'U0CHATTY', text: 'x' }, 'xoxb-chatty-scout', 'A0SCOUT'),
    messaging_processing_failed: {
      args: help,
      isUnexpected: true,
      detail: 'nothing was written',
      prepare: ({ store }) => store.db.schema.alterTable('ephemerals').renameColumn('icon_url', 'gone').execute(),
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and shows nothing', (error, call) =>
    expectRefusal(postEphemeral, error, call),
  )

  test.each(['U0GONE', 'U0NOBODY'])('user_not_in_channel for %s, who is not a member', (user) =>
    expectRefusal(postEphemeral, 'user_not_in_channel', { args: { ...help, user }, detail: user }),
  )
})

function thrice(args: Record<string, unknown>, token: string, detail: string) {
  const prepare = async ({ call }: Workspace) => {
    for (let i = 0; i < 3; i++) expect(await call(postEphemeral, args, { token })).toMatchObject({ ok: true })
  }
  return { args, token, detail, prepare }
}
