import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { say } from '#domain/people/actions'
import { repeatedMessage } from './duplicates.ts'

const id = (last: string) => `5f1f9a52-0000-4000-8000-00000000000${last}`

onBothDatabases('[STR-15] a client_msg_id', (open) => {
  async function ask(clientMsgId: string | undefined, { token = 'xoxb-acme-scout', channel = 'C0GENERAL' } = {}) {
    const { store, callerOf } = await aScene(open)
    const caller = await callerOf(token)
    return store.write((tx) => repeatedMessage(tx, caller, clientMsgId, channel))
  }

  test('that nobody has used, or that is not given, is no repetition', async () => {
    expect(await ask(undefined)).toBeUndefined()
    expect(await ask(id('9'))).toBeUndefined()
  })

  test('answers the message that the app wrote with it, whatever channel is named', async () => {
    expect(await ask(id('1'))).toMatchObject({ ts: '1767225700.000100', channel_id: 'C0GENERAL' })
    expect(await ask(id('1'), { channel: 'D0ANASCOUT' })).toMatchObject({ channel_id: 'C0GENERAL' })
  })

  test('of another app in the team, or of another team, is none of this app', async () => {
    expect(await ask(id('1'), { token: 'xoxb-acme-quiet' })).toBeUndefined()
    expect(await ask(id('1'), { token: 'xoxb-strict-scout', channel: 'C0STRICT' })).toBeUndefined()
  })

  test('says what became of a message or channel that is deleted', async () => {
    await expect(ask(id('2'))).rejects.toMatchObject({ code: 'duplicate_message_not_found' })
    await expect(ask(id('3'))).rejects.toMatchObject({ code: 'duplicate_channel_not_found' })
  })

  test('used eight times at once writes one message', async () => {
    const { store, person } = await aScene(open)
    const ana = await person('U0ANA')
    await Promise.all(Array.from({ length: 9 }, () => store.ping()))
    const saying = { channelId: 'C0GENERAL', text: 'Once', clientMsgId: id('8') }
    const given = await Promise.all(Array.from({ length: 8 }, () => store.write((tx) => say(tx, ana, saying))))
    expect(new Set(given).size).toBe(1)
    expect(await store.db.selectFrom('messages').select('ts').where('text', '=', 'Once').execute()).toHaveLength(1)
  })
})
