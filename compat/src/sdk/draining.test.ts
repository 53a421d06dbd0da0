import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SocketModeClient } from '@slack/socket-mode'
import { WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { canRunCluster, startCluster } from '#testing/cluster/cluster'
import { readFeed } from '#testing/cluster/feedReader'
import { silentLogger } from '#testing/sdk'
import { command } from '#testing/servers/spawnServer'

const channel = 'C0GENERAL'
const root = '1768217400.000100'

test.skipIf(!canRunCluster)(
  '[ENV-1, NOD-3] no call fails and nothing is lost while one node after another is stopped',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'rivulet-draining-'))
    const cluster = startCluster('--nodes', '3', '--port', '0', '--data', home)
    onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }))
    await cluster.ready()
    const { url, nodes } = cluster
    // It has no second try: the proxy alone sees to it that no call fails.
    const once = { slackApiUrl: `${url}/api/`, logger: silentLogger, retryConfig: { retries: 0 } }
    const brook = new WebClient('xoxb-demo-brook', once)
    const ana = new WebClient('xoxp-demo-ana', once)
    const feed = readFeed(url, await signIn(url, cluster.store, join(home, 'key')), channel)
    const app = await connectApp(url)
    await feed.opened
    const load = startLoad(brook, ana)

    // One stays until the end.
    for (const node of nodes.slice(1)) {
      const before = load.count()
      await expect.poll(load.count).toBeGreaterThan(before + 20)
      process.kill(node.pid, 'SIGTERM')
      await expect.poll(() => isRunning(node.pid)).toBe(false)
    }
    const before = load.count()
    await expect.poll(load.count).toBeGreaterThan(before + 20)
    const { failures, posts, questions, streams } = await load.stop()

    expect(failures).toEqual([])
    expect(nodes.map(({ pid }) => isRunning(pid))).toEqual([true, false, false])
    const { messages = [] } = await brook.conversations.replies({ channel, ts: root, limit: 999 })
    const replies = new Map(messages.map(({ ts = '', text = '' }) => [ts, text]))
    for (const [ts, text] of [...posts, ...streams]) expect(replies.get(ts)).toBe(text)
    await expect.poll(() => posts.filter(([ts, text]) => feed.messages.get(ts) !== text)).toEqual([])
    expect(new Set(feed.closed)).toEqual(new Set(feed.closed.length > 0 ? [1012] : []))
    await expect.poll(() => questions.filter((text) => !app.texts.has(text))).toEqual([])
  },
)

/** Writes through the proxy, one call of each writer after another. */
function startLoad(brook: WebClient, ana: WebClient) {
  const failures: unknown[] = []
  /** The ts and the text of what was written. */
  const posts: [ts: string, text: string][] = []
  const streams: [ts: string, text: string][] = []
  const questions: string[] = []
  let calls = 0
  let isRunning = true
  const repeat = async (work: (n: number) => Promise<void>) => {
    for (let n = 1; isRunning; n++) await work(n).catch((error: unknown) => failures.push(error))
  }
  const writers = [
    repeat(async (n) => {
      const text = `Reply ${n}`
      const { ts = '' } = await brook.chat.postMessage({ channel, thread_ts: root, text })
      posts.push([ts, text])
      calls++
    }),
    repeat(async (n) => {
      const text = `Question ${n}`
      await ana.chat.postMessage({ channel: 'D0ANABROOK', text })
      questions.push(text)
      calls++
    }),
    ...[1, 2].map((writer) =>
      repeat(async (n) => {
        const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0WILLOW' }
        const { ts = '' } = await brook.chat.startStream({ channel, thread_ts: root, ...recipient })
        let text = ''
        for (let i = 1; i <= 30 && isRunning; i++) {
          const words = `word ${writer}.${n}.${i}, `
          await brook.chat.appendStream({ channel, ts, markdown_text: words })
          text += words
          calls++
        }
        await brook.chat.stopStream({ channel, ts, markdown_text: 'end' })
        streams.push([ts, `${text}end`])
      }),
    ),
  ]
  return {
    count: () => calls,
    async stop() {
      isRunning = false
      await Promise.all(writers)
      return { failures, posts, questions, streams }
    },
  }
}

/** An app that acknowledges each event at once. `texts`: what it was asked. */
async function connectApp(url: string) {
  const texts = new Set<string>()
  const clientOptions = { slackApiUrl: `${url}/api/` }
  const socket = new SocketModeClient({ appToken: 'xapp-demo-brook', clientOptions, logger: silentLogger })
  socket.on('message', async ({ ack, event }) => {
    texts.add(event.text)
    await ack()
  })
  await socket.start()
  onTestFinished(() => socket.disconnect())
  return { texts }
}

/** Gives Ana a password, and signs her in. Returns the cookie. */
async function signIn(url: string, store: string, key: string): Promise<string> {
  const [password, email] = ['correct horse', 'ana@willow.example']
  const args = ['user', 'set-password', 'ana', '--store', store, '--key', key]
  const { status, stderr } = spawnSync(command, args, { input: password, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const answer = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(204)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
