import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { sendMessage } from './send.ts'
import { blocksOfWritten } from './written.ts'

onBothDatabases('what a person types', (open) => {
  async function send(text: string) {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    const ts = await store.write((tx) => sendMessage(tx, ana, { channelId: 'C0GENERAL', text }))
    return store.db
      .selectFrom('messages')
      .select(['text', 'blocks', 'markdown'])
      .where('ts', '=', ts)
      .executeTakeFirst()
  }

  test('[RT-13] has the names of emoji, except in code', async () => {
    const sent = await send('Hello 👋🏽 :tada: `👋`')
    expect(sent).toMatchObject({ text: 'Hello :wave::skin-tone-4: :tada: `👋`', markdown: 'Hello 👋🏽 :tada: `👋`' })
    expect(JSON.stringify(sent?.blocks)).toContain('"unicode":"1f44b-1f3fd","skin_tone":4')
  })

  test('[MSG-37] has a client_msg_id, the given one or a new UUID', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    const find = async (clientMsgId?: string) => {
      const said = { channelId: 'C0GENERAL', text: 'Hello', clientMsgId }
      const ts = await store.write((tx) => sendMessage(tx, ana, said))
      const row = await store.db.selectFrom('messages').select('client_msg_id').where('ts', '=', ts).executeTakeFirst()
      return row?.client_msg_id
    }
    const [first, second] = [await find(), await find()]
    expect(first).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(second).not.toBe(first)
    expect(await find('mine')).toBe('mine')
  })

  test('[MSG-33] is kept as rich text, whatever its characters are', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    for (const said of ['\0', 'a\0b', '\ud800', "' or 1=1 --", '\u202e', '<!here>', '*b*']) {
      const elements = [{ type: 'rich_text_section', elements: [{ type: 'text', text: `${said}x` }] }]
      const blocks = blocksOfWritten({ text: '', blocks: [{ type: 'rich_text', elements }] })
      const ts = await store.write((tx) => sendMessage(tx, ana, { channelId: 'C0GENERAL', blocks }))
      const row = await store.db.selectFrom('messages').select('blocks').where('ts', '=', ts).executeTakeFirst()
      expect(row?.blocks).toMatchObject([{ elements: [{ elements: [{ text: `${said.toWellFormed()}x` }] }] }])
    }
  })

  test('[RT-14] names public channels, and no others', async () => {
    const sent = await send('in <#C0GENERAL>, <#G0SECRET>, <#D0ANASCOUT> and <#C0NOBODY>')
    expect(sent?.text).toBe('in <#C0GENERAL|general>, <#G0SECRET>, <#D0ANASCOUT> and <#C0NOBODY>')
  })
})
