import { describe, expect, test } from 'vitest'
import { invite } from '#methods/conversations/membership/invite'
import { create } from '#methods/conversations/create'
import { expectRefusal } from '#testing/refusals/refusals'
import { channelsFile, org, otto, pia, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { remove } from './delete.ts'
import { postEphemeral } from './postEphemeral.ts'
import { postMessage } from './postMessage.ts'
import { startStream } from './startStream.ts'
import { update } from './update.ts'

const text = 'Hm'
const bare = { token: 'xoxb-bare' }
const loud = { token: 'xoxb-loud' }
/** The same workspace, with a token that may post into public channels from outside. */
const loudFile = `${channelsFile}
  - { token: xoxb-loud, kind: bot, app: A1, team: T1, scopes: ['chat:write', 'chat:write.public'] }
  - { token: xoxp-loud, kind: user, app: A1, team: T1, user: U3, scopes: ['chat:write', 'chat:write.public'] }
`

describe('where a message goes', () => {
  test('[PLA-2] a person’s id opens their direct message with the app, once', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const first = await call(postMessage, { channel: 'U3', text }, bare)
    expect(first).toMatchObject({ ok: true, channel: expect.stringMatching(/^D/) })
    const again = await call(postMessage, { channel: 'U3', text }, bare)
    expect(again.channel).toBe(first.channel)
    expect(await call(postMessage, { channel: 'U1', text }, bare)).toMatchObject({ channel: 'DUMA' })
  })

  test('[PLA-2] a person may name a bot user, another person or themselves', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(postMessage, { channel: 'UBOT', text }, uma)).toMatchObject({ channel: 'DUMA' })
    for (const channel of ['U2', 'U1']) {
      const answer = await call(postMessage, { channel, text }, uma)
      expect(answer).toMatchObject({ ok: true, channel: expect.stringMatching(/^D/) })
    }
  })

  test.each([
    ['nobody', 'U404'],
    ['a person of another team', 'U9'],
    ['a deleted person', 'U4'],
    ['its own bot user', 'UBOT'],
    ['the bot user of another app', 'UBOT2'],
    ['the id of a bot', 'B1'],
    ['a user name', '@uma'],
    ['no name', '#'],
  ])('[PLA-2] an app cannot write to %s', (_who, channel) =>
    expectRefusal(postMessage, 'channel_not_found', { args: { channel, text }, file: channelsFile, detail: channel }),
  )

  test('[PLA-2] a name with or without # is that of a channel', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    for (const channel of ['general', '#general', '#General', 'GENERAL'])
      expect(await call(postMessage, { channel, text })).toMatchObject({ ok: true, channel: 'CGENERAL' })
    expect(await call(postMessage, { channel: 'lab', text })).toMatchObject({ ok: true, channel: 'CLAB' })
    expect(await call(postMessage, { channel: '#old', text })).toMatchObject({ error: 'is_archived' })
    expect(await call(postMessage, { channel: 'side', text })).toMatchObject({ error: 'not_in_channel' })
    expect(await call(postMessage, { channel: 'secret', text })).toMatchObject({ error: 'channel_not_found' })
    expect(await call(postMessage, { channel: 'general', text }, org)).toMatchObject({ error: 'team_not_found' })
    expect(await call(postMessage, { channel: 'U1', text }, org)).toMatchObject({ error: 'team_not_found' })
  })

  test('[PLA-2] of a private and a public channel with one name it is the private one, for its members', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const hidden = await call(create, { name: 'plans', is_private: true }, uma)
    const open = await call(create, { name: 'plans' }, otto)
    await call(invite, { channel: open.channel!.id, users: 'U1' }, otto)
    expect(await call(postMessage, { channel: 'plans', text }, uma)).toMatchObject({ channel: hidden.channel!.id })
    expect(await call(postMessage, { channel: 'plans', text }, otto)).toMatchObject({ channel: open.channel!.id })
  })

  test('[PLA-2] an ephemeral message takes the same', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    for (const channel of ['#general', 'U3'])
      expect(await call(postEphemeral, { channel, user: 'U3', text }, bare)).toMatchObject({ ok: true })
  })

  test('[PLA-2, ORD 14] a refused message opens no direct message', () =>
    expectRefusal(postMessage, 'no_text', { args: { channel: 'U3', text: '' }, file: channelsFile, detail: 'text' }))
})

describe('chat:write.public', () => {
  test('[PLA-3] lets an app post into a public channel, and change and delete what it posted', async () => {
    const { call } = await createWorkspace({ file: loudFile })
    const { ts = '', channel = '' } = await call(postMessage, { channel: '#side', text }, loud)
    expect(channel).toBe('CSIDE')
    expect(await call(postMessage, { channel, text, thread_ts: ts }, loud)).toMatchObject({ ok: true })
    expect(await call(update, { channel, ts, text: 'Done' }, loud)).toMatchObject({ ok: true, text: 'Done' })
    expect(await call(update, { channel, ts, text }, bare)).toMatchObject({ error: 'not_in_channel' })
    expect(await call(remove, { channel, ts }, loud)).toMatchObject({ ok: true })
  })

  test('[PLA-3] is of no use elsewhere', async () => {
    const { call } = await createWorkspace({ file: loudFile })
    expect(await call(postMessage, { channel: 'CSIDE', text }, bare)).toMatchObject({ error: 'not_in_channel' })
    expect(await call(postMessage, { channel: 'CSECRET', text }, loud)).toMatchObject({ error: 'channel_not_found' })
    expect(await call(postMessage, { channel: 'CSIDE', text }, pia)).toMatchObject({ error: 'not_in_channel' })
    const person = { token: 'xoxp-loud' }
    expect(await call(postMessage, { channel: 'CSIDE', text }, person)).toMatchObject({ error: 'not_in_channel' })
    const stream = { channel: 'CSIDE', thread_ts: '1.000100', recipient_user_id: 'U1', recipient_team_id: 'T1' }
    expect(await call(startStream, stream, loud)).toMatchObject({ error: 'no_permission' })
  })
})
