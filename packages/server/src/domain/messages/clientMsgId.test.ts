import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { sendMessage } from '#domain/people/messages/send'
import { findDuplicateMessage } from './clientMsgId.ts'

const id = (last: string) => `5f1f9a52-0000-4000-8000-00000000000${last}`

onBothDatabases('[STR-15] a client_msg_id', (open) => {
  async function ask(clientMsgId: string | undefined, { token = 'xoxb-acme-scout', channel = 'C0GENERAL' } = {}) {
    const { store, findCaller } = await loadAcme(open)
    const caller = await findCaller(token)
    return store.write((tx) => findDuplicateMessage(tx, caller, clientMsgId, channel))
  }

  test('that is new or missing finds no duplicate', async () => {
    expect(await ask(undefined)).toBeUndefined()
    expect(await ask(id('9'))).toBeUndefined()
  })

  test('finds the message that the app sent with it, whatever channel is named', async () => {
    expect(await ask(id('1'))).toMatchObject({ ts: '1767225700.000100', channel_id: 'C0GENERAL' })
    expect(await ask(id('1'), { channel: 'D0ANASCOUT' })).toMatchObject({ channel_id: 'C0GENERAL' })
  })

  test('of another app or team finds nothing', async () => {
    expect(await ask(id('1'), { token: 'xoxb-acme-quiet' })).toBeUndefined()
    expect(await ask(id('1'), { token: 'xoxb-strict-scout', channel: 'C0STRICT' })).toBeUndefined()
  })

  test('says that the message or channel was deleted', async () => {
    await expect(ask(id('2'))).rejects.toMatchObject({ code: 'duplicate_message_not_found' })
    await expect(ask(id('3'))).rejects.toMatchObject({ code: 'duplicate_channel_not_found' })
  })

  test('that is used eight times at once sends one message', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    await Promise.all(Array.from({ length: 9 }, () => store.ping()))
    const saying = { channelId: 'C0GENERAL', text: 'Once', clientMsgId: id('8') }
    const given = await Promise.all(Array.from({ length: 8 }, () => store.write((tx) => sendMessage(tx, ana, saying))))
    expect(new Set(given).size).toBe(1)
    expect(await store.db.selectFrom('messages').select('ts').where('text', '=', 'Once').execute()).toHaveLength(1)
  })
})
