import { spawn, execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { App, LogLevel } from '@slack/bolt'
import { measureInspector } from '#parts/client/inspector'
import { launchChromium } from '#parts/client/page'
import { compareSeries, median, type ReportRow } from '#report'
import { startServer, withTemporaryDirectory } from '#servers/server'
import { startRivulet } from '@rivulet/testing'

const run = promisify(execFile)

/** What of emulate is used. */
interface Emulator {
  createEmulator(options: { service: string; port: number }): Promise<{
    reset(): void
    close(): Promise<void>
  }>
}

/** The kit for tests, and where both can do it emulate, which is installed for this run alone. */
export function measureTesting(rounds: number, tests: number, entries: number): Promise<ReportRow[]> {
  return withTemporaryDirectory(async (directory) => {
    // Without a browser nothing is measured in vain.
    const browser = await launchChromium()
    await writeFile(join(directory, 'package.json'), '{"private":true}')
    await run('npm', ['install', '--no-audit', '--no-fund', 'emulate@0.12.2'], { cwd: directory })
    const dist = join(directory, 'node_modules', 'emulate', 'dist')
    const emulate: Emulator = await import(pathToFileURL(join(dist, 'api.js')).href)
    return [
      ...(await compareInProcess(emulate, rounds * 4)),
      await compareProcesses(join(dist, 'index.js'), directory, rounds * 2),
      ...(await measureWorkspaces(rounds * 10)),
      ...(await measureApps(tests)),
      ...(await measureInspector(browser, entries, rounds * 6).finally(() => browser.close())),
    ]
  })
}

/** Start and reset in the process of the tests, in turn. The first of each loads modules and does not count. */
async function compareInProcess({ createEmulator }: Emulator, times: number): Promise<ReportRow[]> {
  const starts: [number[], number[]] = [[], []]
  const resets: [number[], number[]] = [[], []]
  for (let i = 0; i <= times; i++) {
    const [startMs, server] = await timed(() => startRivulet({ workspace: { apps: [manifest] } }))
    const [resetMs] = await timed(() => fetch(`${server.url}/control/reset`, { method: 'POST' }))
    await server.close()
    const port = await findFreePort()
    const [theirStartMs, emulator] = await timed(() => createEmulator({ service: 'slack', port }))
    const [theirResetMs] = await timed(async () => emulator.reset())
    await emulator.close()
    if (i === 0) continue
    starts[0].push(startMs)
    starts[1].push(theirStartMs)
    resets[0].push(resetMs)
    resets[1].push(theirResetMs)
  }
  return [
    row('start in the process of the tests vs emulate', starts, 150),
    row('reset by a request vs emulate’s in memory', resets, 5),
  ]
}

async function compareProcesses(emulate: string, directory: string, times: number): Promise<ReportRow> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let i = 0; i < times; i++) {
    const server = await startServer(join(directory, `data${i}`, 'data'))
    ours.push(server.readyMs)
    await server.stop()
    const port = await findFreePort()
    const [ms, child] = await timed(async () => {
      const started = spawn(process.execPath, [emulate, '--service', 'slack', '--port', String(port)], {
        stdio: 'ignore',
      })
      while (!(await answers(port))) if (started.exitCode !== null) throw new Error('emulate did not start.')
      return started
    })
    theirs.push(ms)
    child.kill()
    await once(child, 'exit')
  }
  return row('start of a process until it answers vs emulate', [ours, theirs], 300)
}

/** A workspace for a test, made and dropped in a server that runs. */
async function measureWorkspaces(times: number): Promise<ReportRow[]> {
  await using server = await startRivulet()
  const [made, dropped]: [number[], number[]] = [[], []]
  for (let i = 0; i <= times; i++) {
    const [madeMs, workspace] = await timed(() => server.workspace({ apps: [manifest] }))
    const [droppedMs] = await timed(() => workspace[Symbol.asyncDispose]())
    if (i === 0) continue
    made.push(madeMs)
    dropped.push(droppedMs)
  }
  return [
    {
      what: `a workspace for one test, made and dropped, median of ${times}`,
      figure: `${median(made).toFixed(1)} ms, ${median(dropped).toFixed(1)} ms`,
      goal: { atMost: 20, unit: ' ms', value: median(made) },
    },
  ]
}

/** Tests of a Bolt app side by side: each has a server and the app on a socket, and asks a question that is streamed. */
async function measureApps(tests: number): Promise<ReportRow[]> {
  await askApp()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const cpu = process.cpuUsage()
  const [ms] = await timed(() => Promise.all(Array.from({ length: tests }, askApp)))
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)
  return [
    {
      what: `${tests} tests of a Bolt app side by side, each with a server`,
      figure: `${(ms / 1000).toFixed(1)} s, ${((user + system) / 1000 / tests).toFixed(0)} ms of processor time each`,
    },
    {
      what: 'memory meanwhile',
      figure: `${mebibytes(most)} MiB, ${((most - before) / 2 ** 20 / tests).toFixed(1)} MiB each`,
    },
  ]
}

async function askApp(): Promise<void> {
  await using server = await startRivulet({ workspace: { apps: [manifest] }, timeout: 120_000 })
  const scout = server.app()
  const app = new App({
    token: scout.botToken,
    appToken: scout.appToken,
    socketMode: true,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: server.apiUrl },
  })
  app.message(async ({ event, client, context }) => {
    const recipient = { recipient_user_id: context.userId ?? '', recipient_team_id: context.teamId ?? '' }
    const to = { channel: event.channel, thread_ts: event.ts, ...recipient }
    const { ts = '' } = await client.chat.startStream({ ...to, markdown_text: '**forty-' })
    await client.chat.stopStream({ channel: event.channel, ts, markdown_text: 'two**' })
  })
  await app.start()
  await server.person('ana').says(scout, 'What is the answer?')
  const { text } = await scout.replies()
  if (!text.includes('*forty-two*')) throw new Error(`The app answered ${JSON.stringify(text)}.`)
  await app.stop()
}

const manifest = {
  display_information: { name: 'Scout' },
  features: { bot_user: { display_name: 'scout' }, app_home: { messages_tab_read_only_enabled: false } },
  oauth_config: { scopes: { bot: ['chat:write', 'im:history'] } },
  settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['message.im'] } },
}

async function timed<T>(act: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now()
  const result = await act()
  return [performance.now() - started, result]
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/conversations.list`, { method: 'POST' }).then(
    () => true,
    () => false,
  )
}

function row(what: string, [ours, theirs]: [number[], number[]], atMost: number): ReportRow {
  return {
    what,
    figure: `${median(ours).toFixed(1)} ms vs ${median(theirs).toFixed(1)} ms`,
    ...compareSeries(ours, theirs),
    goal: { atMost, unit: ' ms', value: median(ours) },
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
