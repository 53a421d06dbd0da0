import { describe, expect, test } from 'vitest'
import { createBoltApp, boltVersions } from '#testing/bolt'
import { signInAt } from '#testing/person'
import { startAppServer } from '#testing/server'

describe.each(boltVersions)('%s in Socket Mode', (_version, Bolt) => {
  test('answers a message, a mention and a reaction', async () => {
    const server = await startAppServer()
    const app = createBoltApp(server, 'echo', Bolt)
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
    const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')

    await ana.sendMessage('hello')
    await ana.openThread('hello')
    await ana.waitForMessage('Hello @Ana')

    await ana.sendMessage('@Echo what is new?')
    await ana.openThread('what is new?')
    await ana.waitForMessage('One moment please')

    await ana.addReaction('Good morning', 'rocket')
    await ana.openThread('Good morning')
    await ana.waitForMessage('indeed')
    expect(ana.errors).toEqual([])
  })
})
