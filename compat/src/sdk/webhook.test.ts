import { IncomingWebhook } from '@slack/webhook'
import { describe, expect, test } from 'vitest'
import { createClient } from '#testing/sdk'
import { startServer, type Server } from '#testing/server'

const manifest = {
  display_information: { name: 'Beacon' },
  features: { bot_user: { display_name: 'Beacon' } },
  oauth_config: { scopes: { bot: ['incoming-webhook', 'chat:write'] } },
}

async function createHook({ url }: Server, channel: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ manifest, webhook_channel: channel })
  const answer: unknown = await (await fetch(`${url}/control/apps`, { method: 'POST', headers, body })).json()
  return String(Reflect.get(Object(Reflect.get(Object(answer), 'app')), 'webhookUrl'))
}

describe('the official client of incoming webhooks', () => {
  test('[HOOK-2] posts text, blocks and attachments', async () => {
    const server = await startServer()
    const hook = new IncomingWebhook(await createHook(server, 'general'))

    expect(await hook.send('The build is *green*')).toEqual({ text: 'ok' })
    const blocks = [{ type: 'section' as const, text: { type: 'mrkdwn' as const, text: '*Done*' } }]
    expect(await hook.send({ blocks, attachments: [{ color: 'good', text: 'In 4 minutes' }] })).toEqual({ text: 'ok' })

    const { messages } = await createClient(server).conversations.history({ channel: 'C0GENERAL', limit: 2 })
    expect(messages).toMatchObject([
      { blocks: [{ type: 'section' }], attachments: [{ id: 1, color: '2eb886', text: 'In 4 minutes' }] },
      { text: 'The build is *green*', bot_profile: { name: 'Beacon' } },
    ])
  })

  test('[HOOK-3] reports the word of a refusal', async () => {
    const server = await startServer()
    const address = await createHook(server, 'general')

    await expect(new IncomingWebhook(address).send({})).rejects.toThrow(/400/)
    await expect(new IncomingWebhook(`${address}x`).send('Hi')).rejects.toThrow(/403/)
  })
})
