import { describe, expect, test } from 'vitest'
import { aBoltApp, bolts } from '#testing/bolt'
import { aPerson } from '#testing/person'
import { anAppServer } from '#testing/server'

describe.each(bolts)('%s in Socket Mode', (_version, Bolt) => {
  test('answers a message, a mention and a reaction', async () => {
    const server = await anAppServer()
    const app = aBoltApp(server, 'echo', Bolt)
    app.message('hello', async ({ message, say }) => {
      if (message.subtype === undefined) await say({ text: `Hello <@${message.user}>`, thread_ts: message.ts })
    })
    app.event('app_mention', async ({ event, client }) => {
      const { channel, ts: thread_ts, user: recipient_user_id = '', team: recipient_team_id = '' } = event
      const reader = { recipient_user_id, recipient_team_id }
      const stream = client.chatStream({ channel, thread_ts, ...reader, buffer_size: 1 })
      for (const word of ['One ', '**moment**', ' please']) await stream.append({ markdown_text: word })
      await stream.stop()
    })
    app.event('reaction_added', async ({ event, say }) => {
      await say({ thread_ts: event.item.ts, text: `:${event.reaction}: indeed` })
    })
    await app.start()
    const ana = await aPerson(server, 'Ana Lima', '/c/C0GENERAL')

    await ana.says('hello')
    await ana.opens('hello')
    await ana.reads('Hello @Ana')

    await ana.says('@Echo what is new?')
    await ana.opens('what is new?')
    await ana.reads('One moment please')

    await ana.reacts('Good morning', 'rocket')
    await ana.opens('Good morning')
    await ana.reads('indeed')
    expect(ana.complaints).toEqual([])
  })
})
