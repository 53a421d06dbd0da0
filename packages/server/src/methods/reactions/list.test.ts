import { describe, expect, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { onBothDatabases } from '#testing/database/databases'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { add } from './add.ts'
import { list } from './list.ts'

const root = '1767225600.000100'

onBothDatabases('reactions.list', (open) => {
  test('[RCT-5] lists what somebody has reacted to, the newest message first', async () => {
    const { call, url } = await createWorkspace({ store: await open() })
    const { ts } = await call(postMessage, { channel: 'C0GENERAL', text: 'New' })
    for (const name of ['tada', 'eyes']) await call(add, { channel: 'C0HELP', timestamp: root, name })
    await call(add, { channel: 'C0GENERAL', timestamp: ts, name: 'eyes' })

    const answer = await call(list, {})
    expect(answer).toMatchObject({
      ok: true,
      items: [
        {
          type: 'message',
          channel: 'C0GENERAL',
          message: { ts, text: 'New', reactions: [{ name: 'eyes', count: 1 }] },
        },
        {
          type: 'message',
          channel: 'C0HELP',
          message: { ts: root, permalink: `${url}/archives/C0HELP/p1767225600000100` },
        },
      ],
      paging: { count: 100, total: 2, page: 1, pages: 1 },
      response_metadata: { next_cursor: '' },
    })
    expect(await call(list, { user: 'U0ANA' })).toMatchObject({ items: [], paging: { total: 0, pages: 0 } })
  })

  test('[RCT-5] in pages, by number and by cursor', async () => {
    const scene = await createWorkspace({ store: await open() })
    const { call } = scene
    const all = await reactTo(scene, 5)
    const first = await call(list, { limit: 2 })
    const second = await call(list, { limit: 2, cursor: first.response_metadata?.next_cursor })
    const third = await call(list, { limit: 2, cursor: second.response_metadata?.next_cursor })
    const seen = [first, second, third].flatMap(({ items }) => items?.map(({ message }) => message.ts))
    expect(seen).toEqual(all.toReversed())
    expect(third.response_metadata).toEqual({ next_cursor: '' })
    const page = await call(list, { count: 2, page: 2 })
    expect(page).toMatchObject({ items: second.items, paging: { count: 2, total: 5, page: 2, pages: 3 } })
  })

  test('[RCT-5] looks at the newest 5,000 reactions in a call, and a cursor goes on behind them', async () => {
    const scene = await createWorkspace({ store: await open() })
    const { call, store } = scene
    const [old] = await reactTo(scene, 1)
    const { channel_id, user_id, team_id } = await store.db
      .selectFrom('reactions')
      .selectAll()
      .where('ts', '=', old ?? '')
      .executeTakeFirstOrThrow()
    // Newer ones, in a channel that the caller is not in.
    const hidden = Array.from({ length: 5000 }, (_, i) => ({
      team_id,
      user_id,
      channel_id: 'C0SECRET',
      name: 'tada',
      n: 1,
      ts: `3000000000.${String(i).padStart(6, '0')}`,
    }))
    await store.write(async (tx) => {
      for (let at = 0; at < hidden.length; at += 2000)
        await tx
          .insertInto('reactions')
          .values(hidden.slice(at, at + 2000))
          .execute()
    })

    const first = await call(list, { limit: 2 })
    expect(first).toMatchObject({ items: [], paging: { total: 0 } })
    const cursor = first.response_metadata?.next_cursor
    expect(await call(list, { limit: 2, cursor })).toMatchObject({
      items: [{ channel: channel_id, message: { ts: old } }],
      response_metadata: { next_cursor: '' },
    })
  })

  test('[RCT-5] shows nothing of channels that the caller is not in', async () => {
    const { call, store } = await createWorkspace({ store: await open() })
    const reaction = { team_id: 'T0ACME', channel_id: 'C0SECRET', name: 'tada', user_id: 'U0ANA', n: 1 }
    const secret = await store.db.selectFrom('messages').select('ts').where('channel_id', '=', 'C0SECRET').execute()
    await store.write((tx) =>
      tx
        .insertInto('reactions')
        .values({ ...reaction, ts: secret[0]?.ts ?? root })
        .execute(),
    )
    expect(await call(list, { user: 'U0ANA' })).toMatchObject({ items: [], paging: { total: 0 } })
  })
})

describe('reactions.list', () => {
  const refused: Refusals<typeof list> = {
    team_not_found: { args: { team_id: 'T0NOPE' }, token: 'xoxe.xoxb-globex-scout', detail: 'T0NOPE' },
    missing_argument: { args: {}, token: 'xoxe.xoxb-globex-scout', detail: '`team_id`' },
    invalid_cursor: { args: { cursor: 'x' }, detail: '"x"' },
    user_not_found: { args: { user: 'U0NOPE' }, detail: 'U0NOPE' },
  }
  test.each(refusalRows(refused))('[RCT-5] refuses with %s', (error, call) => expectRefusal(list, error, call))
})

async function reactTo({ call }: Workspace, count: number): Promise<(string | undefined)[]> {
  const all = []
  for (let i = 0; i < count; i++) {
    const { ts } = await call(postMessage, { channel: 'C0HELP', text: `${i}` })
    await call(add, { channel: 'C0HELP', timestamp: ts, name: 'tada' })
    all.push(ts)
  }
  return all
}
