import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, rootTs, text } from '#testing/workspace/domain'
import { findThreadRoot } from '#domain/threads/root'
import { findRecipient } from './recipient.ts'
import { findChannel } from '#domain/channels/find'
import { listLiveStatuses, setStatus } from '#domain/threads/status'
import { findStream } from './read.ts'

const general = { team_id: 'T0ACME', id: 'C0GENERAL' }
const ana = { channel: 'C0GENERAL', user: 'U0ANA', team: 'T0ACME' }

onBothDatabases('a stream that begins', (open) => {
  test('is a reply without text, in progress, and logged as a message', async () => {
    const { store, start, readMessage } = await loadAcme(open)
    const ts = await start(undefined, ana)
    expect(await readMessage(ts, general)).toMatchObject({
      thread_ts: rootTs,
      text: '',
      blocks: [],
      streaming_state: 'in_progress',
      user_id: 'U0SCOUT',
      bot_id: 'B0SCOUT',
      app_id: 'A0SCOUT',
    })
    const entries = await store.db.selectFrom('log').select(['kind', 'ts']).orderBy('seq').execute()
    expect(entries).toEqual([{ kind: 'message', ts }])
  })

  test.each([
    [{}, 'missing_recipient_user_id'],
    [{ teamId: 'T0ACME' }, 'missing_recipient_user_id'],
    [{ userId: 'U0ANA' }, 'missing_recipient_team_id'],
    [{ userId: 'U0NOBODY', teamId: 'T0ACME' }, 'user_not_found'],
    [{ userId: 'U0GONE', teamId: 'T0ACME' }, 'user_not_found'],
    [{ userId: 'U0ANA', teamId: 'T0STRICT' }, 'user_not_found'],
    [{ userId: 'U0STRICT', teamId: 'T0STRICT' }, 'user_not_found'],
  ])('[STR-8] into a channel with the recipient %j is refused: %s', async (named, code) => {
    const { store } = await loadAcme(open)
    const channel = (await findChannel(store.db, 'T0ACME', 'C0GENERAL'))!
    await expect(findRecipient(store.db, channel, named)).rejects.toMatchObject({ code })
  })

  test('[STR-8] needs no recipient in a direct message, and accepts one of a team that shares the channel', async () => {
    const { store } = await loadAcme(open)
    const direct = (await findChannel(store.db, 'T0ACME', 'D0ANASCOUT'))!
    const shared = (await findChannel(store.db, 'T0ACME', 'C0PARTNER'))!
    const partner = { userId: 'U0STRICT', teamId: 'T0STRICT' }
    expect(await findRecipient(store.db, direct, { userId: 'U0NOBODY' })).toBeUndefined()
    expect(await findRecipient(store.db, shared, partner)).toEqual(partner)
  })

  test('[STR-8] is visible to the recipient only, unless the settings let members see it', async () => {
    const { store, start, changeSettings } = await loadAcme(open)
    const alone = await start(text('a'), ana)
    const direct = await start(text('a'))
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 1000 } })
    const together = await start(text('a'), ana)
    expect(await findStream(store.db, general, alone)).toMatchObject({
      audience: 'recipient',
      recipient_user_id: 'U0ANA',
    })
    expect(await findStream(store.db, general, together)).toMatchObject({ audience: 'members' })
    expect(await findStream(store.db, { team_id: 'T0ACME', id: 'D0ANASCOUT' }, direct)).toMatchObject({
      audience: 'members',
      recipient_user_id: null,
    })
  })

  test('[STR-9] as an answer to a reply belongs to the thread of its root', async () => {
    const { store } = await loadAcme(open)
    const channel = (await findChannel(store.db, 'T0ACME', 'C0GENERAL'))!
    expect(await findThreadRoot(store.db, channel, '1767225700.000100')).toMatchObject({ ts: rootTs })
    expect(await findThreadRoot(store.db, channel, rootTs)).toMatchObject({ ts: rootTs })
    expect(await findThreadRoot(store.db, channel, '1767225701.000100')).toBeUndefined()
  })

  test('[STR-10] with an emoji and an icon URL shows the emoji', async () => {
    const { start, readMessage } = await loadAcme(open)
    const appearance = { username: 'Otter', iconEmoji: ':otter:', iconUrl: 'https://a.example/i.png' }
    const ts = await start(undefined, { appearance })
    const row = await readMessage(ts)
    expect(row).toMatchObject({ username: 'Otter', icon_emoji: ':otter:', icon_url: null })
  })

  test('[STA-2] clears the status of its app in the thread', async () => {
    const { store, start, findCaller } = await loadAcme(open)
    const app = (await findCaller('xoxb-acme-scout')).app!
    const channel = (await findChannel(store.db, 'T0ACME', 'D0ANASCOUT'))!
    const status = { channel, app, threadTs: rootTs, userId: app.botUser, text: 'reads', loadingMessages: [] }
    const appearance = { username: undefined, iconEmoji: undefined, iconUrl: undefined }
    await store.write((tx) => setStatus(tx, { ...status, appearance }))
    await start()
    expect(await listLiveStatuses(store.db, channel)).toEqual([])
  })

  test('that is refused halfway leaves no message, no stream and no ts', async () => {
    const { store, start, changeSettings } = await loadAcme(open)
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 3 } })
    const count = async () => (await store.db.selectFrom('messages').select('ts').execute()).length
    const before = await count()
    await expect(start(text('1234'))).rejects.toMatchObject({ code: 'msg_too_long' })
    expect(await count()).toBe(before)
    expect(await store.db.selectFrom('streams').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('log').selectAll().execute()).toEqual([])
  })
})
