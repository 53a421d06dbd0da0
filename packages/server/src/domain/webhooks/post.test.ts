import { expect, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { createWebhook } from './create.ts'
import { postToWebhook } from './post.ts'

onBothDatabases('an incoming webhook', (open) => {
  test('[HOOK-2, HOOK-3] posts to its channel as the app, with its own secret only', async () => {
    const { store } = await loadAcme(open)
    const { url } = await store.write(async (tx) => {
      const app = await tx.selectFrom('apps').selectAll().where('id', '=', 'A0SCOUT').executeTakeFirstOrThrow()
      const channel = await findChannel(tx, 'T0ACME', 'C0HELP')
      return createWebhook(tx, app, channel!, 'U0ANA')
    })
    const [team = '', id = '', secret = ''] = url.split('/').slice(-3)
    const content = { text: 'Backup done', markdown: undefined, blocks: undefined }
    const post = (address: { team: string; id: string; secret: string }) =>
      store.write((tx) => postToWebhook(tx, address, content, undefined))
    await post({ team, id, secret })
    await expect(post({ team, id, secret: 'x'.repeat(43) })).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(post({ team: 'T0OTHER', id, secret })).rejects.toMatchObject({ code: 'no_team' })
    const sent = store.db.selectFrom('messages').select(['channel_id', 'user_id']).where('text', '=', 'Backup done')
    expect(await sent.execute()).toEqual([{ channel_id: 'C0HELP', user_id: 'U0SCOUT' }])
  })
})
