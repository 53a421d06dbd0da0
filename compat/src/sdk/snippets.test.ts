import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createControlClient } from '#testing/control'
import { canImport } from '#testing/python/canImport'
import { createClient } from '#testing/sdk'
import { findFreePort, startServer, type Server } from '#testing/server'
import { command, repository } from '#testing/servers/spawnServer'
import { readSnippets } from './pageSnippets.ts'

const run = promisify(execFile)
const [readme, quickstart] = [readSnippets('README.md'), readSnippets('docs', 'quickstart.md')]
const apps = readSnippets('docs', 'apps.md')

/** The texts of all messages in the demo threads that the pages name. */
async function readDemoThreads(server: Server): Promise<string[]> {
  const client = createClient(server, 'xoxb-demo-brook')
  const threads = [
    { channel: 'D0ANABROOK', ts: '1768225200.000100' },
    { channel: 'C0LAUNCH', ts: '1768221000.000100' },
  ]
  const answers = await Promise.all(threads.map((thread) => client.conversations.replies(thread)))
  return answers.flatMap(({ messages = [] }) => messages.map(({ text = '' }) => text))
}

const javascriptSnippets = [
  ['of the README', readme['js']?.[0]],
  ['of the quickstart', quickstart['js']?.[0]],
  [
    'of the quickstart, with tasks',
    `${quickstart['js']?.[0]?.split('\n\n').slice(0, 2).join('\n\n')}\n${quickstart['js']?.[1]}`,
  ],
] as const

test.each(javascriptSnippets)('the JavaScript %s runs as printed', async (name, code = '') => {
  const server = await startServer({})
  const env = { ...process.env, SLACK_API_URL: server.api, SLACK_BOT_TOKEN: 'xoxb-demo-brook' }
  await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: join(repository, 'compat'), env })
  const expected = name.endsWith('tasks') ? 'Found it.' : 'The answer is *forty-two*.'
  expect(await readDemoThreads(server)).toContainEqual(expect.stringContaining(expected))
})

test('the curl commands of the quickstart succeed', async () => {
  const server = await startServer({})
  // Not every machine has jq. This is all that the commands need of it.
  const jq = `jq() { "${process.execPath}" -pe 'JSON.parse(fs.readFileSync(0)).ts'; }`
  const calls = (quickstart['sh'] ?? []).filter((code) => code.includes('curl')).join('\n')
  const here = calls.replace('http://127.0.0.1:7070', server.url).replaceAll('curl ', 'curl -s -w "\\n" ')
  const { stdout } = await run('bash', ['-euc', `${jq}\n${here}`])
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ok: boolean })
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
  expect(await readDemoThreads(server)).toEqual(expect.arrayContaining(['Hello *world*.', 'Hello']))
})

/** Runs a program of the page about apps, and returns what it has said on standard error so far. */
function startApp(server: Server, program: string, ...args: string[]): { errors: () => string } {
  return startProgram({ SLACK_API_URL: server.api, SLACK_APP_TOKEN: 'xapp-demo-brook' }, program, ...args)
}

function startProgram(variables: Record<string, string>, program: string, ...args: string[]): { errors: () => string } {
  const env = { ...process.env, SLACK_BOT_TOKEN: 'xoxb-demo-brook', ...variables }
  const child = spawn(program, args, { cwd: join(repository, 'compat'), env })
  let text = ''
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  })
  return { errors: () => text }
}

/** Talks to the app until it answers: it has to connect first, and the demo's agent takes some of the messages. */
async function expectEcho(server: Server): Promise<void> {
  const { sendMessage } = createControlClient(server, 'T0WILLOW')
  const client = createClient(server, 'xoxb-demo-brook')
  const sent: string[] = []
  const isAnswered = async () => {
    sent.push(await sendMessage('U0ANA', 'D0ANABROOK', 'hello echo'))
    await sleep(500)
    const threads = await Promise.all(sent.map((ts) => client.conversations.replies({ channel: 'D0ANABROOK', ts })))
    return threads.some(({ messages = [] }) => messages.some(({ text }) => text?.startsWith('You said: hello echo')))
  }
  await expect.poll(isAnswered, { timeout: 40_000 }).toBe(true)
}

test('the JavaScript app of the page about apps answers, and does not trip over the end of its own stream', async () => {
  const server = await startServer({})
  const { errors } = startApp(server, process.execPath, '--input-type=module', '--eval', apps['js']?.[1] ?? '')
  await expectEcho(server)
  await expectEcho(server)
  expect(errors()).toBe('')
})

const pythonSnippets = [readme, quickstart, apps].flatMap((page) => page['python'] ?? [])

test.skipIf(!canImport('ast'))('the Python programs of the pages are Python', () => {
  for (const code of pythonSnippets) execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', code])
  expect(pythonSnippets).toHaveLength(4)
})

// Debian has slack_sdk as python3-slack-sdk, so that many machines lack it.
test.skipIf(!canImport('slack_sdk'))('the Python stream of the quickstart runs as printed', async () => {
  const server = await startServer({})
  const code = quickstart['python']?.[0]?.replace('http://127.0.0.1:7070', server.url) ?? ''
  const env = { ...process.env, SLACK_BOT_TOKEN: 'xoxb-demo-brook' }
  const { stdout } = await run('python3', ['-c', code], { env })
  expect(stdout.trim()).toBe('The answer is *forty-two*.')
})

// slack_bolt comes from PyPI, so that many machines lack it.
test.skipIf(!canImport('slack_bolt'))('the Python app of the page about apps answers', async () => {
  const server = await startServer({})
  startApp(server, 'python3', '-c', apps['python']?.[0] ?? '')
  await expectEcho(server)
})

/** An empty folder for the time of the test, with these files. */
async function createFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rivulet-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

test('the installer of the page about apps leads to the page of the server', async () => {
  const code = `import { InstallProvider } from '@slack/oauth'
    ${apps['js']?.[0]}
    console.log(await installer.generateInstallUrl({ scopes: ['chat:write'] }))`
  const env = { ...process.env, SLACK_CLIENT_ID: '1', SLACK_CLIENT_SECRET: '2', STATE_SECRET: '3' }
  const args = ['--input-type=module', '--eval', code]
  const { stdout } = await run(process.execPath, args, { cwd: join(repository, 'compat'), env })
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:7070\/oauth\/v2\/authorize\?scope=chat%3Awrite&/)
})

test('the workspace files of the pages are accepted', async () => {
  const whole = `${readSnippets('docs', 'configuration.md')['yaml']?.[0]}${readSnippets('docs', 'workspace-file.md')['yaml']?.[0]}`
  const part = `version: 1\nteams: [{ id: T0ACME, name: Acme, domain: acme }]\n${apps['yaml']?.[0]}`
  const folder = await createFolder({ 'whole.yaml': whole, 'part.yaml': part })
  for (const [file, token] of Object.entries({ whole: 'xoxb-acme-scout', part: 'xoxb-acme-echo' })) {
    const server = await startServer({ workspace: join(folder, `${file}.yaml`) })
    expect(await createClient(server, token).auth.test()).toMatchObject({ team_id: 'T0ACME' })
  }
})

test('the manifests of the page about apps are accepted', async () => {
  const server = await startServer({})
  const manifests = (apps['yaml'] ?? []).slice(1)
  expect(manifests).toHaveLength(2)
  for (const [index, yaml] of manifests.entries()) {
    const folder = await createFolder({ 'manifest.yaml': `display_information: { name: Scout ${index} }\n${yaml}` })
    const { stderr } = await run(command, ['app', 'install', 'manifest.yaml', '--url', server.url], { cwd: folder })
    expect(stderr).not.toContain('did you mean')
  }
})

test('the commands of the page about apps install one, print its environment and post by its webhook', async () => {
  const server = await startServer({})
  const scopes = { bot: ['incoming-webhook', 'chat:write'] }
  const manifest = { display_information: { name: 'Scout' }, oauth_config: { scopes } }
  const folder = await createFolder({ 'manifest.json': JSON.stringify(manifest) })
  const [install = '', environment = '', hook = '', post = ''] = apps['sh'] ?? []
  const webhook = `eval "$(${hook.trim().replace('alerts', 'general')} | grep SLACK_WEBHOOK_URL)"`
  const lines = [`rivulet() { ${command} "$@" --url ${server.url}; }`, install, environment, webhook, post]
  const { stdout } = await run('bash', ['-euc', lines.join('\n')], { cwd: folder })
  expect(stdout).toMatch(/SLACK_BOT_TOKEN=xoxb-.*ok$/s)
})

test('the lines for the Chat SDK let it answer at a response URL', async () => {
  const [server, port] = [await startServer({}), await findFreePort()]
  const manifest = {
    display_information: { name: 'Relay' },
    features: { bot_user: { display_name: 'Relay' } },
    oauth_config: { scopes: { bot: ['chat:write', 'channels:join'] } },
    settings: { interactivity: { is_enabled: true, request_url: `http://127.0.0.1:${port}/` } },
  }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ manifest }) }
  const answer = (await (await fetch(`${server.url}/control/apps`, init)).json()) as {
    app: { tokens: { bot: string } }
  }
  const token = answer.app.tokens.bot
  const { errors } = startProgram(
    { SLACK_BOT_TOKEN: token },
    process.execPath,
    '--input-type=module',
    '--eval',
    `import { createServer } from 'node:http'
    import { createSlackAdapter } from '@chat-adapter/slack'
    import { createMemoryState } from '@chat-adapter/state-memory'
    import { Chat } from 'chat'
    const isSigned = () => true
    ${apps['js']?.[2]?.replace('http://127.0.0.1:7070', server.url)}
    const log = { debug() {}, info() {}, warn: console.error, error: console.error, child: () => log }
    const bot = new Chat({ userName: 'relay', adapters: { slack }, state: createMemoryState(), logger: log })
    bot.onAction('go', async ({ adapter, threadId, messageId }) => {
      await adapter.editMessage(threadId, messageId, 'Gone')
      console.error('The message was changed.')
    })
    createServer(async (incoming, outgoing) => {
      const { headers } = incoming
      const request = new Request('http://127.0.0.1/', { method: 'POST', headers, body: await incoming.toArray().then(Buffer.concat) })
      const response = await bot.webhooks.slack(request)
      outgoing.writeHead(response.status).end(await response.text())
    }).listen(${port}, '127.0.0.1', () => console.error('The app listens.'))`,
  )
  await expect.poll(errors).toContain('The app listens.')

  const client = createClient(server, token)
  await client.conversations.join({ channel: 'C0LAUNCH' })
  const button = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } } as const
  const blocks = [{ type: 'actions' as const, elements: [button] }]
  const shown = { channel: 'C0LAUNCH', user: 'U0ANA', text: 'Go?', blocks }
  const { message_ts = '' } = await client.chat.postEphemeral(shown)
  await createControlClient(server, 'T0WILLOW').press('U0ANA', 'C0LAUNCH', message_ts, 'go')
  await expect.poll(errors).toContain('The message was changed.')
})
