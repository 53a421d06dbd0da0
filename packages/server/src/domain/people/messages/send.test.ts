import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { sendMessage } from './send.ts'

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

  test('[RT-14] names public channels, and no others', async () => {
    const sent = await send('in <#C0GENERAL>, <#G0SECRET>, <#D0ANASCOUT> and <#C0NOBODY>')
    expect(sent?.text).toBe('in <#C0GENERAL|general>, <#G0SECRET>, <#D0ANASCOUT> and <#C0NOBODY>')
  })
})
