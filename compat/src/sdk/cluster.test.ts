import { spawnSync } from 'node:child_process'
import { WebClient } from '@slack/web-api'
import { describe, expect, test } from 'vitest'
import { canRunCluster, clusterScript, startCluster } from '#testing/cluster/cluster'
import { silentLogger } from '#testing/sdk'

describe('script/cluster', () => {
  test.skipIf(!canRunCluster)('goes on after one of its nodes was killed', async () => {
    const cluster = startCluster('--nodes', '2', '--port', '0')
    await cluster.ready()
    const { url, nodes } = cluster
    expect(nodes).toHaveLength(2)

    const client = new WebClient('xoxb-demo-brook', { slackApiUrl: `${url}/api/`, logger: silentLogger })
    const channel = 'C0GENERAL'
    const post = (text: string) => client.chat.postMessage({ channel, text })
    // Two of them, because the nodes take turns.
    for (const text of ['one', 'two']) expect(await post(text)).toMatchObject({ ok: true })

    const [first, second] = nodes
    process.kill(first?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => cluster.printed).toContain(`${first?.url} is away`)
    for (const text of ['three', 'four']) expect(await post(text)).toMatchObject({ ok: true })
    const { messages } = await client.conversations.history({ channel, limit: 4 })
    expect(messages?.map(({ text }) => text)).toEqual(['four', 'three', 'two', 'one'])

    expect(await cluster.stop()).toBe(130)
    expect(() => process.kill(second?.pid ?? 0, 0)).toThrow('ESRCH')
    await expect(fetch(`http://127.0.0.1:${new URL(cluster.store).port}/`)).rejects.toThrow('fetch failed')
  })

  test.each([
    [['--nodes', '0'], '--nodes needs to be a number from 1 to 99; it is 0.'],
    [['--port', 'x'], '--port needs to be a number; it is x.'],
    [['--nodes'], '--nodes needs a value.'],
    [['--node', '2'], 'There is no --node.'],
  ])('%j: says what is wrong', async (flags, message) => {
    const { status, stderr } = spawnSync(clusterScript, flags, { encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })
})
