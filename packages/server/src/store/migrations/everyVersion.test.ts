import { expect, test } from 'vitest'
import { released } from '#store/migrate'
import { onOldDatabases } from '#testing/upgrade/oldDatabase'
import { old } from '#testing/upgrade/oldPeople'
import { oldRows } from '#testing/upgrade/oldRows'

onOldDatabases('a database of an earlier version', (startUpgraded) => {
  test.each(Object.keys(released))('[FLT-8] keeps what was in it: %s', async (version) => {
    const { url, errors } = await startUpgraded(version, oldRows(Date.now()))
    const has = (migration: string) => version >= migration
    const inChannel = { channel: old.channel }
    const inThread = { ...inChannel, ts: old.root }

    const { messages: history } = await call('conversations.history', inChannel)
    expect(history).toEqual([
      expect.objectContaining({ text: 'Edited', edited: expect.anything() }),
      expect.objectContaining({
        text: 'The printer is on fire',
        reply_count: 3,
        ...(has('0002') && { reactions: [{ name: 'fire', users: ['U0OLD'], count: 1 }] }),
        ...(has('0009') && { files: [expect.objectContaining({ id: 'F0OLD', name: 'fire.png' })] }),
        ...(has('0018') && { attachments: [expect.objectContaining({ text: 'Smoke everywhere' })] }),
      }),
    ])
    expect((await call('conversations.replies', inThread)).messages).toMatchObject([
      { text: 'The printer is on fire' },
      { text: 'Have you tried water?' },
      { markdown_text: 'All is **well**', streaming_state: 'completed' },
      { ts: old.open, streaming_state: 'in_progress' },
    ])
    expect(await call('chat.appendStream', { ...inChannel, ts: old.open, markdown_text: ' end' })).toMatchObject({
      ok: true,
    })
    const stopped = await call('chat.stopStream', { ...inChannel, ts: old.open })
    expect(stopped).toMatchObject({ ok: true, message: { markdown_text: 'Half an end' } })
    expect(await call('conversations.info', inChannel)).toMatchObject({
      channel: {
        name: 'old-help',
        topic: { value: 'Printers' },
        purpose: { value: has('0012') ? 'Paper and ink' : '' },
      },
    })
    expect(await call('users.info', { user: 'U0OLD' })).toMatchObject({
      user: { real_name: 'Olga Berg', profile: { title: has('0019') ? 'Keeper' : '' } },
    })
    expect((await call('pins.list', inChannel)).items).toHaveLength(has('0020') ? 1 : 0)
    expect((await call('bookmarks.list', { channel_id: old.channel })).bookmarks).toHaveLength(has('0020') ? 1 : 0)
    expect(await call('chat.postMessage', { ...inChannel, text: 'New' })).toMatchObject({ ok: true })
    expect(errors).toEqual([])

    async function call(method: string, args: Record<string, string>): Promise<Record<string, unknown>> {
      const headers = { authorization: `Bearer ${old.token}` }
      const response = await fetch(`${url}/api/${method}`, { method: 'POST', headers, body: new URLSearchParams(args) })
      return (await response.json()) as Record<string, unknown>
    }
  })
})
