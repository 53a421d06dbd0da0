import { describe, expect, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { onBothDatabases } from '#testing/database/databases'
import { history } from '#methods/conversations/history'
import { createSubscribedApp } from '#testing/apps/recordedEvents'
import { channelAccessRefusals } from '#testing/refusals/postingRefusals'
import { expectRefusal, refusalRows, type RefusedCall, type Refusals } from '#testing/refusals/refusals'
import { userTokensFile } from '#testing/workspace/files'
import { scoutFile } from '#testing/workspace/scout'
import type { createWorkspace } from '#testing/workspace/workspace'
import { postMessage } from './postMessage.ts'
import { unfurl } from './unfurl.ts'
import { update } from './update.ts'

const channel = 'C0HELP'
const link = 'https://tickets.example.com/7?a=1&b=2'
const card = { title: 'Ticket 7', text: '*Open*', color: 'warning' }
const options = {
  events: ['link_shared', 'message.channels'],
  scopes: ['links:read', 'links:write', 'chat:write', 'channels:history', 'channels:read'],
  features: { unfurl_domains: ['example.com', 'other.org'] },
}
const open = () => openSqlite(':memory:')

onBothDatabases('chat.unfurl', (openStore) => {
  test('[MSG-31] counts the message together with what is said of its links', async () => {
    const { call } = await createSubscribedApp(openStore, options)
    const elements = [
      { type: 'link', url: link },
      { type: 'text', text: 'x'.repeat(98_000) },
    ]
    const blocks = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]
    const { ts } = await call(postMessage, { channel, text: 'x', blocks })
    const long = { text: 'x'.repeat(2500) }
    expect(await call(unfurl, { channel, ts, unfurls: { [link]: long } })).toMatchObject({
      error: 'attachment_payload_limit_exceeded',
    })
    expect(await call(unfurl, { channel, ts, unfurls: { [link]: card } })).toMatchObject({ ok: true })
  })

  test('[UNF-1, UNF-2] describes a link that a person has shared', async () => {
    const { call, sendAsAna, takeEvents } = await createSubscribedApp(openStore, options)
    const ts = await sendAsAna(channel, `See [it](${link}) and https://elsewhere.net`)
    const shared = (await takeEvents()).find(({ type }) => type === 'link_shared')!
    expect(shared).toEqual({
      type: 'link_shared',
      user: 'U0ANA',
      channel,
      message_ts: ts,
      links: [{ domain: 'example.com', url: link }],
      is_bot_user_member: true,
      unfurl_id: `${channel}.${ts}`,
      source: 'conversations_history',
      event_ts: expect.any(String),
    })
    const target = { unfurl_id: shared['unfurl_id'], source: 'conversations_history' }
    expect(await call(unfurl, { ...target, unfurls: { [link]: card } })).toEqual({ ok: true })
    const attached = {
      id: 1,
      title: 'Ticket 7',
      color: 'daa038',
      from_url: link,
      app_unfurl_url: link,
      is_app_unfurl: true,
      app_id: 'A0SCOUT',
      bot_id: 'B0SCOUT',
    }
    expect((await call(history, { channel, limit: 1 })).messages).toMatchObject([
      { ts, user: 'U0ANA', attachments: [attached] },
    ])
    const [changed] = await takeEvents()
    expect(changed).toMatchObject({ subtype: 'message_changed', message: { attachments: [attached] } })
    expect(changed!['previous_message']).not.toHaveProperty('attachments')
    await call(unfurl, { channel, ts, unfurls: JSON.stringify({ [link]: { title: 'Closed' } }) })
    expect((await call(history, { channel, limit: 1 })).messages?.[0]?.attachments).toMatchObject([
      { id: 1, title: 'Closed' },
    ])
  })
})

describe('chat.unfurl', () => {
  test('[UNF-1] is asked for by an event in public channels, and only if the app subscribes and has the scope', async () => {
    const { sendAsAna, takeEvents } = await createSubscribedApp(open, options)
    const types = async () => (await takeEvents()).flatMap(({ type }) => (type === 'link_shared' ? [type] : []))
    await sendAsAna('C0GENERAL', link)
    expect(await types()).toEqual(['link_shared'])
    await sendAsAna('C0GENERAL', 'https://example.com.evil.net https://notexample.com mailto:a@example.com')
    expect(await types()).toEqual([])
    const mute = await createSubscribedApp(open, { ...options, scopes: ['chat:write', 'channels:history'] })
    await mute.sendAsAna(channel, link)
    expect((await mute.takeEvents()).map(({ type }) => type)).toEqual(['message'])
  })

  test('[UNF-4] stays beside the attachments of the author, as long as the link is there', async () => {
    const { call } = await createSubscribedApp(open, options)
    const { ts } = await call(postMessage, { channel, text: `Look: ${link}`, attachments: [{ text: 'Mine' }] })
    await call(unfurl, { channel, ts, unfurls: { [link]: card } })
    const change = async (args: object) => (await call(update, { channel, ts: ts!, ...args })).message?.attachments
    expect(await change({ attachments: [{ text: 'New' }] })).toMatchObject([
      { id: 3, text: 'New' },
      { id: 2, from_url: link },
    ])
    expect(await change({ text: 'No link' })).toMatchObject([{ text: 'New' }])
  })

  const file = scoutFile(options)
  const args = { channel, unfurls: { [link]: card } }
  const own = async ({ call }: Awaited<ReturnType<typeof createWorkspace>>) => {
    const { ts } = await call(postMessage, { channel, text: `Look: ${link}` })
    return { ts }
  }
  const posted = (unfurls: unknown, detail: string): RefusedCall => ({
    args: { channel, unfurls },
    file,
    prepare: own,
    detail,
  })
  const {
    team_not_found: _team,
    not_in_channel: _absent,
    ...places
  } = channelAccessRefusals((to) => ({ ...args, channel: to, ts: '1767225600.000100' }))
  const inFile = Object.fromEntries(
    Object.entries(places).map(([code, refusal]) => [code, { ...refusal, file }]),
  ) as typeof places
  const long = { text: 'x'.repeat(40_000) }
  const links = [link, `${link}3`, `${link}4`]
  const absent = { args: { ...args, channel: 'C1', ts: '1767225600.000100' }, file: userTokensFile }
  const refused: Refusals<typeof unfurl> = {
    ...inFile,
    not_in_channel: { ...absent, token: 'xoxp-outside', detail: 'You are not in C1' },
    team_not_found: {
      args: { ...args, channel: 'general', ts: '1767225600.000100' },
      token: 'xoxe.xoxb-globex-scout',
      detail: '"general"',
    },
    missing_unfurls: posted({}, '`unfurls`'),
    invalid_unfurls_format: posted('[1]', '`unfurls`'),
    cannot_parse_attachment: posted({ [link]: { text: {} } }, '~1~1tickets'),
    attachment_payload_limit_exceeded: {
      args: { channel, unfurls: Object.fromEntries(links.map((url) => [url, long])) },
      file,
      prepare: async ({ call }) => {
        const { ts } = await call(postMessage, { channel, text: links.join(' ') })
        return { ts }
      },
      detail: 'too large',
    },
    cannot_find_message: { args: { ...args, ts: '1767225600.999999' }, file, detail: '1767225600.999999' },
    cannot_unfurl_message: posted({ 'https://example.com/other': card }, 'no link to https://example.com/other'),
    cannot_unfurl_url: {
      args: { channel, unfurls: { 'https://elsewhere.net/': card } },
      file,
      prepare: async ({ call }) => {
        const { ts } = await call(postMessage, { channel, text: 'https://elsewhere.net/' })
        return { ts }
      },
      detail: 'elsewhere.net',
    },
    cannot_unfurl_without_app: { ...absent, token: 'xoxp-own', detail: 'apps' },
  }
  test.each(refusalRows(refused))('refuses with %s', (code, refusal) => expectRefusal(unfurl, code, refusal))

  test('needs to know the message', async () => {
    const { call } = await createSubscribedApp(open, options)
    for (const target of [{}, { channel }, { unfurl_id: 'x', source: 'composer' }])
      expect(await call(unfurl, { ...target, unfurls: { [link]: card } })).toMatchObject({ error: 'invalid_arguments' })
  })
})
