import { describe, expect, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { remove as deleteMessage } from '#methods/chat/delete'
import { history } from '#methods/conversations/history'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { onBothDatabases } from '#testing/database/databases'
import { add } from './add.ts'
import { list } from './list.ts'
import { remove } from './remove.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', timestamp: root }

onBothDatabases('pins', (open) => {
  test('[PIN-1, PIN-4] a pinned message says so, and pins.list has it with the newest pin first', async () => {
    const { call, store, url } = await createWorkspace({ store: await open() })
    const { ts } = await call(postMessage, { channel: 'C0HELP', text: 'Second' })
    const now = Math.floor(store.db.clock.now() / 1000)

    expect(await call(add, help, { as: 'form' })).toEqual({ ok: true })
    await call(add, { channel: 'C0HELP', timestamp: ts })

    const { items } = await call(list, { channel: 'C0HELP' })
    expect(items).toMatchObject([
      { type: 'message', channel: 'C0HELP', created_by: 'U0SCOUT', message: { ts, text: 'Second' } },
      {
        created_by: 'U0SCOUT',
        message: {
          ts: root,
          pinned_to: ['C0HELP'],
          pinned_info: { channel: 'C0HELP', pinned_by: 'U0SCOUT' },
          permalink: `${url}/archives/C0HELP/p1767225600000100`,
        },
      },
    ])
    expect(items?.[0]?.created).toBeGreaterThanOrEqual(now)
    const { messages } = await call(history, { channel: 'C0HELP' })
    expect(messages).toMatchObject([{ pinned_to: ['C0HELP'] }, { pinned_to: ['C0HELP'] }])
  })

  test('[PIN-3] an unpinned message says nothing of it', async () => {
    const { call } = await createWorkspace({ store: await open() })
    await call(add, help)
    expect(await call(remove, help)).toEqual({ ok: true })
    expect((await call(list, { channel: 'C0HELP' })).items).toEqual([])
    expect((await call(history, { channel: 'C0HELP' })).messages?.[0]).not.toHaveProperty('pinned_to')
  })

  test('[PIN-3] the pin goes with its message', async () => {
    const { call, store } = await createWorkspace({ store: await open() })
    const { ts } = await call(postMessage, { channel: 'C0HELP', text: 'Soon gone' })
    await call(add, { channel: 'C0HELP', timestamp: ts })
    await call(deleteMessage, { channel: 'C0HELP', ts })
    expect((await call(list, { channel: 'C0HELP' })).items).toEqual([])
    expect(await store.db.selectFrom('pins').selectAll().execute()).toEqual([])
  })
})

describe('pins.add', () => {
  const refused: Refusals<typeof add> = {
    ...channelAccessRefusals((channel) => ({ channel, timestamp: root })),
    no_item_specified: { args: { channel: 'C0HELP' }, detail: '`timestamp`' },
    bad_timestamp: { args: { ...help, timestamp: 'x' }, detail: '"x"' },
    message_not_found: { args: { ...help, timestamp: '1767225600.999999' }, detail: '1767225600.999999' },
    already_pinned: { args: help, prepare: ({ call }) => done(call(add, help)), detail: 'already' },
    not_pinnable: {
      args: help,
      prepare: async ({ store }) => {
        const notice = { subtype: 'channel_archive' } as const
        await store.db.updateTable('messages').set({ notice }).where('ts', '=', root).execute()
      },
      detail: 'nobody wrote it',
    },
    too_many_pins: { args: help, prepare: pinMany, detail: '100' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and pins nothing', (error, call) =>
    expectRefusal(add, error, call),
  )

  test('[PIN-2] the same ts of another channel is pinned on its own', async () => {
    const { call } = await createWorkspace()
    await call(add, help)
    expect(await call(add, { channel: 'C0GENERAL', timestamp: root })).toMatchObject({ ok: true })
    expect((await call(list, { channel: 'C0GENERAL' })).items).toHaveLength(1)
  })
})

async function pinMany({ store }: Workspace): Promise<void> {
  await store.write(async (tx) => {
    for (let i = 1; i <= 100; i++) {
      const pin = { ts: `1767225700.${String(i).padStart(6, '0')}`, user_id: 'U0ANA', n: i, pinned_at: 0 }
      await tx
        .insertInto('pins')
        .values({ team_id: 'T0ACME', channel_id: 'C0HELP', ...pin })
        .execute()
    }
  })
}

async function done(call: Promise<{ ok: boolean }>): Promise<void> {
  expect(await call).toMatchObject({ ok: true })
}
