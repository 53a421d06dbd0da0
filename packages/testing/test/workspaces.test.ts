import { WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { startRivulet } from '@rivulet/testing'
import '@rivulet/testing/vitest'
import { createScout, scoutManifest } from './scout.ts'

const sideBySide = 50

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

test('[WSP-1] a workspace settles while another one of the server has something to do', async () => {
  await using server = await startRivulet({ timeout: 60_000 })
  await using mine = await server.workspace({ apps: [scoutManifest] })
  await using yours = await server.workspace({ apps: [scoutManifest] })
  const [ana, scout] = [yours.person('ana'), yours.app()]
  const client = new WebClient(scout.botToken, { slackApiUrl: server.apiUrl })
  const { channel, ts: thread_ts } = await ana.says(scout, 'Stream, please')
  await client.chat.startStream({ channel, thread_ts, markdown_text: 'for' })

  await mine.settled()

  await expect(yours.settled({ timeout: 200 })).rejects.toThrow(
    `The workspace ${yours.id} has not settled within 200 ms.`,
  )
})
