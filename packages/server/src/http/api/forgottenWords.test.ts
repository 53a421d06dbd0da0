import { expect, test } from 'vitest'
import { remove } from '#methods/chat/delete'
import { deleteScheduledMessage } from '#methods/chat/deleteScheduledMessage'
import { postMessage } from '#methods/chat/postMessage'
import { scheduleMessage } from '#methods/chat/scheduleMessage'
import { update } from '#methods/chat/update'
import type { Method } from '#rpc/method'
import { onBothDatabases } from '#testing/database/databases'
import { channelsFile, org } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'

onBothDatabases('the words of a message that was deleted', (open) => {
  test('[REP-4, MSG-5] are in no answer to a repeated call, and a repetition still changes nothing', async () => {
    const { store, url } = await createWorkspace({ store: await open() })
    const told = { channel: 'C0HELP', text: 'a secret word' }
    const first = await ask(postMessage, told, 'k1')
    const { ts } = first
    expect(first).toMatchObject({ ok: true, message: { text: 'a secret word', user: 'U0SCOUT' } })
    const change = { channel: 'C0HELP', ts, text: 'another secret' }
    expect(await ask(update, change, 'k2')).toMatchObject({ ok: true, text: 'another secret' })
    const bystander = { channel: 'C0HELP', text: 'no secret' }
    const other = await ask(postMessage, bystander, 'k3')

    expect(await ask(remove, { channel: 'C0HELP', ts })).toMatchObject({ ok: true })

    const empty = { type: 'message', user: 'U0SCOUT', ts, text: '', blocks: [] }
    expect(await ask(postMessage, told, 'k1')).toMatchObject({ ok: true, channel: 'C0HELP', ts, message: empty })
    expect(await ask(update, change, 'k2')).toMatchObject({ ok: true, ts, text: '', message: empty })
    expect(await ask(postMessage, bystander, 'k3')).toEqual(other)
    expect(JSON.stringify(await store.db.selectFrom('answers').selectAll().execute())).not.toMatch(/a secret|another/)
    expect(await store.db.selectFrom('messages').select('ts').where('ts', '>', ts).execute()).toHaveLength(1)

    async function ask(method: Pick<Method, 'name'>, args: object, key?: string): Promise<any> {
      const response = await fetch(`${url}/api/${method.name}`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer xoxb-acme-scout',
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: JSON.stringify(args),
      })
      return response.json()
    }
  })

  test('[REP-4] nor in those that are kept for a caller of another team or of the whole enterprise', async () => {
    const { call, send, store } = await createWorkspace({ store: await open(), file: channelsFile })
    const headers = {
      authorization: `Bearer ${org.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    }
    const body = JSON.stringify({ channel: 'CHELP', text: 'a secret word' })
    const ts = String((await send('chat.postMessage', { method: 'POST', headers, body })).body['ts'])
    const kept = () => store.db.selectFrom('answers').selectAll().execute()
    const [answer] = await kept()
    // A guest in a shared channel calls with the token of their own team.
    await store.write((tx) =>
      tx
        .insertInto('answers')
        .values({ ...answer!, team_id: 'T3', key: 'k2' })
        .execute(),
    )

    expect(await call(remove, { channel: 'CHELP', ts })).toMatchObject({ ok: true })

    expect((await kept()).map(({ key }) => key).toSorted()).toEqual(['k1', 'k2'])
    expect(JSON.stringify(await kept())).not.toContain('a secret')
  })

  test('[REP-4] and those of a scheduled message that is gone', async () => {
    const { call, store } = await createWorkspace({ store: await open() })
    const later = Math.floor(store.db.clock.now() / 1000) + 3600
    const told = { channel: 'C0HELP', text: 'a secret word', post_at: later, client_msg_id: 'k1' }
    const { scheduled_message_id: id = '' } = await call(scheduleMessage, told)
    expect(await call(deleteScheduledMessage, { channel: 'C0HELP', scheduled_message_id: id })).toEqual({ ok: true })
    expect(JSON.stringify(await store.db.selectFrom('answers').selectAll().execute())).not.toContain('a secret')
    expect(await call(scheduleMessage, told)).toMatchObject({ scheduled_message_id: id, message: { text: '' } })
  })
})
