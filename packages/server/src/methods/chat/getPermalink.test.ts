import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { getPermalink } from './getPermalink.ts'
import { postMessage } from './postMessage.ts'

const root = '1767225600.000100'

describe('chat.getPermalink', () => {
  test('[MSG-7] returns an address of this server', async () => {
    const { call, url } = await createWorkspace()
    const answer = await call(getPermalink, { channel: 'C0HELP', message_ts: root })
    expect(answer).toEqual({ ok: true, channel: 'C0HELP', permalink: `${url}/archives/C0HELP/p1767225600000100` })
  })

  test('[MSG-7] names the thread of a reply', async () => {
    const { call } = await createWorkspace()
    const { ts = '' } = await call(postMessage, { channel: 'C0HELP', thread_ts: root, text: 'Hm' })
    const { permalink } = await call(getPermalink, { channel: 'C0HELP', message_ts: ts })
    expect(permalink).toMatch(
      new RegExp(`/archives/C0HELP/p${ts.replace('.', '')}\\?thread_ts=1767225600\\.000100&cid=C0HELP$`),
    )
  })

  test('needs no scope, and no membership of a public channel', async () => {
    const { call } = await createWorkspace()
    const asked = { channel: 'C0NOBOT', message_ts: root }
    expect(await call(getPermalink, asked, { token: 'xoxb-acme-assistant-only' })).toMatchObject({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof getPermalink> = {
    channel_not_found: { args: { channel: 'C0SECRET', message_ts: root }, detail: 'C0SECRET' },
    team_not_found: {
      args: { channel: 'general', message_ts: root },
      token: 'xoxe.xoxb-globex-scout',
      detail: '"general"',
    },
    message_not_found: {
      args: { channel: 'C0GENERAL', message_ts: '1767225701.000100' },
      detail: '1767225701.000100',
    },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(getPermalink, error, call))
})
