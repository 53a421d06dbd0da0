import { describe, expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { sendMessage } from '#domain/people/messages/send'
import { history } from '#methods/conversations/history'
import { linkRefusals, postingRefusals } from '#testing/refusals/postingRefusals'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { meMessage } from './meMessage.ts'
import { postMessage } from './postMessage.ts'

const channel = 'C0HELP'

describe('chat.meMessage', () => {
  test('[MSG-10] posts what the caller does', async () => {
    const { call } = await createWorkspace()
    const answer = await call(meMessage, { channel: '#help-desk', text: 'waves to *all*' })
    expect(answer).toEqual({ ok: true, channel, ts: expect.any(String) })
    expect((await call(history, { channel, limit: 1 })).messages).toMatchObject([
      { subtype: 'me_message', text: 'waves to *all*', user: 'U0SCOUT', ts: answer.ts },
    ])
  })

  test('[MSG-10] is what a person sends with /me', async () => {
    const { call, store } = await createWorkspace()
    const ana = (await findPersonCaller(store.db, 'T0ACME', 'U0ANA'))!
    const send = (text: string) => store.write((tx) => sendMessage(tx, ana, { channelId: channel, text }))
    for (const text of ['/me waves', '/me', ' /me waits', '/method']) await send(text)
    const { messages = [] } = await call(history, { channel, limit: 4 })
    expect(messages.map(({ text, subtype }) => [text, subtype]).toReversed()).toEqual([
      ['waves', 'me_message'],
      ['/me', undefined],
      ['/me waits', undefined],
      ['/method', undefined],
    ])
  })

  test('[ENV-9] warns of content that it does not take, and is silent about everything else', async () => {
    const { call } = await createWorkspace()
    const more = { attachments: [{ text: 'x' }], team_id: 'T0ACME', link_names: true }
    expect(await call(meMessage, { channel, text: 'waves', ...more })).toMatchObject({
      ok: true,
      warning: 'ignored_content',
      response_metadata: { warnings: ['ignored_content'], messages: [expect.stringContaining('[WARN]')] },
    })
    expect(await call(postMessage, { channel, text: 'x', chunks: '[]', as_user: true })).not.toHaveProperty('warning')
    expect(await call(postMessage, { channel, text: 'x', chunks: '[{}]' })).toMatchObject({
      warning: 'ignored_content',
    })
  })

  const { restricted_action_non_threadable_channel: _threads, ...posting } = postingRefusals((to) => ({
    channel: to,
    text: 'x',
  }))
  const refused: Refusals<typeof meMessage> = {
    ...posting,
    ...linkRefusals((to) => ({ channel: to }), 'text'),
    restricted_action_thread_only_channel: { args: { channel: 'C0THREADS', text: 'x' }, detail: 'C0THREADS' },
    no_text: { args: { channel }, detail: '`text`' },
    msg_too_long: { args: { channel, text: 'x'.repeat(40_001) }, detail: '40001' },
    message_limit_exceeded: thrice({ channel: 'C0BUSY', text: 'x' }, 'xoxb-busy-scout', 'in Busy;'),
    rate_limited: thrice({ channel: 'C0CHATTY', text: 'x' }, 'xoxb-chatty-scout', 'A0SCOUT'),
    messaging_processing_failed: {
      args: { channel, text: 'x' },
      isUnexpected: true,
      detail: 'nothing was written',
      prepare: ({ store }) => store.db.schema.alterTable('messages').renameColumn('icon_url', 'gone').execute(),
    },
  }
  test.each(refusalRows(refused))('refuses with %s', (code, refusal) => expectRefusal(meMessage, code, refusal))
})

function thrice(args: Record<string, unknown>, token: string, detail: string) {
  const prepare = async ({ call }: Workspace) => {
    for (let i = 0; i < 3; i++) expect(await call(meMessage, args, { token })).toMatchObject({ ok: true })
  }
  return { args, token, detail, prepare }
}
