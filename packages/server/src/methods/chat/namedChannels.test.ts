import { expect, test } from 'vitest'
import { history } from '#methods/conversations/history'
import { onBothDatabases } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'
import { postEphemeral } from './postEphemeral.ts'
import { postMessage } from './postMessage.ts'
import { scheduleMessage } from './scheduleMessage.ts'
import { update } from './update.ts'

const channel = 'C0HELP'
const named = ['C0GENERAL', 'G0SECRET', 'C0NOBODY'].map((id) => ({ type: 'channel', channel_id: id }))
const given = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: named }] }]
const text = '<#C0GENERAL|general><#G0SECRET><#C0NOBODY>'

onBothDatabases('the text of blocks of an app', (open) => {
  test('[RT-14] names public channels, and no others', async () => {
    const { call, store } = await createWorkspace({ store: await open() })
    const posted = await call(postMessage, { channel, blocks: given })
    expect(posted.message).toMatchObject({ text })
    const { ts = '' } = await call(postMessage, { channel, text: 'soon' })
    await call(update, { channel, ts, blocks: given })
    expect((await call(history, { channel, latest: ts, inclusive: true, limit: 1 })).messages).toMatchObject([{ text }])

    const later = { channel, blocks: given, post_at: Math.floor(store.db.clock.now() / 1000) + 60 }
    expect((await call(scheduleMessage, later)).message).toMatchObject({ text })
    await call(postEphemeral, { channel, user: 'U0ANA', blocks: given })
    expect(await store.db.selectFrom('ephemerals').select('text').execute()).toEqual([{ text }])
  })

  test('[RT-14] stays as the app gave it', async () => {
    const { call } = await createWorkspace({ store: await open() })
    const posted = await call(postMessage, { channel, text: 'see <#C0GENERAL>', blocks: given })
    expect(posted.message).toMatchObject({ text: 'see <#C0GENERAL>' })
  })
})
