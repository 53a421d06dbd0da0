import { expect, test } from 'vitest'
import type { Caller } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { findMessage } from '#domain/messages/find'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { joinChannel } from '#domain/channels/membership/join'
import { leaveChannel } from '#domain/channels/membership/leave'
import { findReadableFile } from '#domain/files/find'
import { createUpload, receiveFile } from '#domain/files/upload'
import { removeMessage } from './change.ts'
import { forwardMessage } from './forward.ts'
import { sendMessage } from './send.ts'

onBothDatabases('a forwarded message', (open) => {
  test('[MSG-34] has the words, author, place and time of the original, and those of who forwards it', async () => {
    const { store, findPerson } = await loadAcme(open)
    const [ana, ben, eve] = [await findPerson('U0ANA'), await findPerson('U0BEN'), await findPerson('U0EVE')]
    const say = (person: Caller, channelId: string, text: string) =>
      store.write((tx) => sendMessage(tx, person, { channelId, text }))
    const forward = (person: Caller, from: { channelId: string; ts: string }, channelId: string, text = '') =>
      store.write((tx) =>
        forwardMessage(tx, person, {
          id: crypto.randomUUID(),
          channel: channelId,
          from: { channel: from.channelId, ts: from.ts },
          text,
        }),
      )
    const read = async (channelId: string, ts: string) =>
      findMessage(store.db, (await findChannel(store.db, 'T0ACME', channelId))!, ts)
    const ts = await say(ben, 'C0HELP', 'It is *done*, <@U0ANA>')

    const copy = await forward(ana, { channelId: 'C0HELP', ts }, 'C0GENERAL', 'Good news')
    expect(await read('C0GENERAL', copy)).toMatchObject({
      user_id: 'U0ANA',
      text: 'Good news',
      attachments: [
        {
          id: 1,
          is_share: true,
          is_msg_unfurl: true,
          author_id: 'U0BEN',
          author_name: 'Ben Okafor',
          channel_id: 'C0HELP',
          footer: 'Posted in #help-desk',
          ts,
          text: expect.stringContaining('done'),
          from_url: expect.stringMatching(/\/archives\/C0HELP\/p\d{16}$/),
        },
      ],
    })
    // Forwarded once more without words, the original is shown, not the copy.
    const bare = await forward(ana, { channelId: 'C0HELP', ts }, 'C0GENERAL')
    const again = await forward(eve, { channelId: 'C0GENERAL', ts: bare }, 'C0GENERAL')
    expect((await read('C0GENERAL', again))?.attachments).toMatchObject([{ author_id: 'U0BEN', channel_id: 'C0HELP' }])

    const secret = await say(ana, 'C0SECRET', 'for few')
    const told = await forward(ana, { channelId: 'C0SECRET', ts: secret }, 'C0GENERAL')
    const row = await read('C0GENERAL', told)
    expect(row?.attachments).toMatchObject([{ text: 'for few', footer: 'Posted in a private channel' }])
    expect(JSON.stringify(row)).not.toContain('#secret')
    const [foreign, gone] = [
      { channelId: 'C0SECRET', ts: secret },
      { channelId: 'C0HELP', ts },
    ]
    await expect(forward(ben, foreign, 'C0GENERAL')).rejects.toMatchObject({ code: 'channel_not_found' })
    await expect(forward(eve, gone, 'C0HELP')).rejects.toMatchObject({ code: 'not_in_channel' })
    await store.write((tx) => removeMessage(tx, ben, gone))
    await expect(forward(ana, gone, 'C0GENERAL')).rejects.toMatchObject({ code: 'message_not_found' })
    // The copy stays: who forwarded it has said it too.
    expect((await read('C0GENERAL', copy))?.attachments).toHaveLength(1)
  })

  test('[MSG-34, FIL-5] has the files that its sender may read: none of a public channel that they are not in', async () => {
    const { store, findPerson } = await loadAcme(open)
    const [ana, ben] = [await findPerson('U0ANA'), await findPerson('U0BEN')]
    const { id } = await store.write((tx) => createUpload(tx, ben, { name: 'plan.txt', size: 4, alt: '' }))
    const upload = await store.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await receiveFile(store, upload, content())
    const files = [{ id }]
    const ts = await store.write((tx) => sendMessage(tx, ben, { channelId: 'C0HELP', text: 'The plan', files }))
    const forward = async () => {
      const from = { channel: 'C0HELP', ts }
      const copy = await store.write((tx) =>
        forwardMessage(tx, ana, { id: crypto.randomUUID(), channel: 'C0GENERAL', from, text: '' }),
      )
      return (await findMessage(store.db, { team_id: 'T0ACME', id: 'C0GENERAL' }, copy))?.files
    }
    await store.write((tx) => leaveChannel(tx, ana, 'C0HELP'))
    expect(await forward()).toBeNull()
    await expect(findReadableFile(store.db, ana, id)).rejects.toMatchObject({ code: 'file_not_found' })
    await store.write((tx) => joinChannel(tx, ana, 'C0HELP'))
    expect(await forward()).toEqual([id])
  })

  test('[MSG-34] is not sent twice, also if the original is gone by the second time; a long one has room', async () => {
    const { store, findPerson } = await loadAcme(open)
    const [ana, ben] = [await findPerson('U0ANA'), await findPerson('U0BEN')]
    const text = 'word '.repeat(8000).trim()
    const place = {
      channelId: 'C0HELP',
      ts: await store.write((tx) => sendMessage(tx, ben, { channelId: 'C0HELP', text })),
    }
    // As one that was streamed, of which the length is not bounded like that of what people write.
    const long = 'word '.repeat(15_000)
    await store.db.updateTable('messages').set({ text: long }).where('ts', '=', place.ts).execute()
    const forward = () =>
      store.write((tx) =>
        forwardMessage(tx, ana, {
          id: 'same',
          channel: 'C0GENERAL',
          from: { channel: 'C0HELP', ts: place.ts },
          text: '',
        }),
      )
    const copy = await forward()
    await store.write((tx) => removeMessage(tx, ben, place))
    expect(await forward()).toBe(copy)
    const general = (await findChannel(store.db, 'T0ACME', 'C0GENERAL'))!
    expect((await findMessage(store.db, general, copy))?.attachments?.[0]?.text).toBe(long)
  })
})

async function* content() {
  yield new TextEncoder().encode('Plan')
}
