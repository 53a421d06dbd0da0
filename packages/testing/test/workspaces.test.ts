import { WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { startRivulet } from '@rivulet/testing'
import '@rivulet/testing/vitest'
import { createScout, scoutManifest } from './scout.ts'

/** More of them say no more, and take longer. */
const sideBySide = 8

test('[WSP-1] tests side by side in one server, each with an app of Bolt that streams, see only their own', async () => {
  await using server = await startRivulet({ timeout: 120_000 })

  await Promise.all(
    Array.from({ length: sideBySide }, async (_, i) => {
      await using workspace = await server.workspace({ people: ['ana'], channels: ['general'], apps: [scoutManifest] })
      const [ana, scout] = [workspace.person('ana'), workspace.app()]
      const bolt = createScout({
        token: scout.botToken,
        appToken: scout.appToken,
        socketMode: true,
        clientOptions: { slackApiUrl: server.apiUrl },
      })
      await bolt.start()
      onTestFinished(() => bolt.stop().then(() => {}))

      const question = await ana.says(scout, `stream number ${i}`)
      const reply = await scout.replies()
      const client = new WebClient(workspace.tokenOf(ana), { slackApiUrl: server.apiUrl })
      await client.chat.postMessage({ channel: workspace.channel('general').id, text: `from ${i}` })

      expect(reply).toHaveStreamed('**forty-two**')
      expect((await ana.sees(question)).text).toBe(`ana: stream number ${i}\nscout: The answer is forty-two`)
      expect((await ana.sees('#general')).text).toBe(`ana: from ${i}`)
      expect(scout.calls('chat.startStream')).toHaveLength(1)
      await bolt.stop()
    }),
  )
})

test('[WSP-3] a workspace is gone after its block, and nobody else’s is', async () => {
  await using server = await startRivulet()
  let token = ''
  {
    await using workspace = await server.workspace({ apps: [scoutManifest] })
    token = workspace.app().botToken
    expect(() => workspace.person('eve')).toThrow('There is no person "eve". There are: ana, ben.')
  }
  const client = new WebClient(token, { slackApiUrl: server.apiUrl, retryConfig: { retries: 0 } })
  await expect(client.auth.test()).rejects.toThrow('account_inactive')
  await server.person('ana').says('general', 'Still here')
  await expect(server.workspace({ people: ['ana', 'ana'] })).rejects.toThrow('people[1] "ana" is the same as people[0]')
})
