import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createControlClient } from '#testing/control'
import { createFolder, installFromPage, playAna, startProgram } from '#testing/pages/pageApp'
import { canImport } from '#testing/python/canImport'
import { createClient } from '#testing/sdk'
import { findFreePort, startServer } from '#testing/server'
import { command, repository } from '#testing/servers/spawnServer'
import { readSnippets } from './pageSnippets.ts'

const run = promisify(execFile)
const guide = (name: string) => readSnippets('docs', 'guides', name)
const [boltJs, boltPython, sdk, java] = ['bolt-js.md', 'bolt-python.md', 'sdk.md', 'java.md'].map(guide)
const manifest = boltJs?.['yaml']?.[0] ?? ''
const script = (code = '') => ['--input-type=module', '--eval', code] as const

test('the agent of the page about Bolt for JavaScript streams, answers a mention, takes feedback, and stops', async () => {
  const scene = await installFromPage(manifest, boltJs?.['sh']?.[0] ?? '')
  const { server, environment, channel, say, waitForAnswer, findAnswer } = scene
  const { output, errors } = startProgram(environment, process.execPath, ...script(boltJs?.['js']?.[0]))
  await expect.poll(output).toContain('Scout is running.')

  const answer = await waitForAnswer(await say('What is the answer?'))
  expect(answer).toMatchObject({ streaming_state: 'completed', text: expect.stringContaining('*forty-two*') })
  expect(answer.blocks.map(({ type }) => type)).toEqual(expect.arrayContaining(['task_card', 'context_actions']))
  const { press } = createControlClient(server, 'T0WILLOW')
  await press('U0ANA', channel, answer.ts, 'feedback', 'good')

  await createClient(server, 'xoxp-demo-ana').conversations.invite({ channel: 'C0LAUNCH', users: scene.botUser })
  const mention = await say(`<@${scene.botUser}> what is the answer?`, 'C0LAUNCH')
  expect((await waitForAnswer(mention, 'C0LAUNCH')).text).toContain('*forty-two*')

  expect(errors()).toBe('')

  const stopped = await say('And now?')
  await expect.poll(async () => (await findAnswer(stopped, channel))?.streaming_state).toBe('in_progress')
  await scene.stopStream((await findAnswer(stopped, channel))?.ts ?? '')
  expect((await waitForAnswer(stopped)).text).not.toContain('I could not answer')
  // The client of the SDK logs what the server says of the append.
  expect(
    errors()
      .replace(/^.*is not streaming: it was ended by a reader\.$/gm, '')
      .trim(),
  ).toBe('')
})

test('the app over HTTP of the page about Bolt for JavaScript answers', async () => {
  const port = String(await findFreePort())
  const { settings } = parse((boltJs?.['yaml']?.[1] ?? '').replaceAll(':3000', `:${port}`))
  const overHttp = JSON.stringify({ ...parse(manifest), settings })
  const { environment, say, waitForAnswer } = await installFromPage(overHttp, boltJs?.['sh']?.[0] ?? '')
  const app = startProgram({ ...environment, PORT: port }, process.execPath, ...script(boltJs?.['js']?.[1]))
  await expect.poll(app.output).toContain('Scout is running.')
  expect((await waitForAnswer(await say('hello'))).text).toBe('You said: hello')
})

const demo = { SLACK_BOT_TOKEN: 'xoxb-demo-brook', SLACK_APP_TOKEN: 'xapp-demo-brook' }
const demoFile = join(repository, 'packages/server/workspaces/demo.yaml')

test('the programs of the page about the SDKs answer over a socket, and stream', async () => {
  const server = await startServer({ workspace: demoFile })
  const environment = { ...demo, SLACK_API_URL: server.api }
  const { output } = startProgram(environment, process.execPath, ...script(sdk?.['js']?.[0]))
  await expect.poll(output).toContain('The app is running.')
  const { say, waitForAnswer } = await playAna(server, demo.SLACK_BOT_TOKEN)
  expect((await waitForAnswer(await say('hello'))).text).toBe('You said: hello')

  const stream = startProgram(environment, process.execPath, ...script(sdk?.['js']?.[1]))
  await expect.poll(stream.output).toContain('The answer is *forty-two*.')
})

const pythonPrograms = [...(boltPython?.['python'] ?? []), ...(sdk?.['python'] ?? [])]

test.skipIf(!canImport('ast'))('the Python programs of the guides are Python', () => {
  for (const code of pythonPrograms) execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', code])
  expect(pythonPrograms).toHaveLength(2)
})

// slack_bolt comes from PyPI, so that many machines lack it.
test.skipIf(!canImport('slack_bolt'))('the agent of the page about Bolt for Python streams', async () => {
  const { environment, say, waitForAnswer } = await installFromPage(manifest, boltPython?.['sh']?.[0] ?? '')
  const { output } = startProgram(environment, 'python3', '-c', boltPython?.['python']?.[0] ?? '')
  await expect.poll(output).toContain('Scout is starting.')
  expect((await waitForAnswer(await say('What is the answer?'))).text).toContain('*forty-two*')
})

test.skipIf(!canImport('slack_sdk'))(
  'the Python program of the page about the SDKs answers over a socket',
  async () => {
    const server = await startServer({ workspace: demoFile })
    const { output } = startProgram({ ...demo, SLACK_API_URL: server.api }, 'python3', '-c', sdk?.['python']?.[0] ?? '')
    await expect.poll(output).toContain('The app is running.')
    const { say, waitForAnswer } = await playAna(server, demo.SLACK_BOT_TOKEN)
    expect((await waitForAnswer(await say('hello'))).text).toBe('You said: hello')
  },
)

const hasJava = canRun('javac')

test.skipIf(!hasJava)('the Java program without the SDK streams', async () => {
  const server = await startServer({ workspace: demoFile })
  const folder = await createFolder({ 'Stream.java': java?.['java']?.[1] ?? '' })
  const env = { ...process.env, ...demo, SLACK_API_URL: server.api }
  const thread = ['D0ANABROOK', '1768225200.000100']
  const { stdout } = await run('java', [join(folder, 'Stream.java'), ...thread], { env })
  expect(stdout.trim()).toBe('Streamed.')
  const { findAnswer } = await playAna(server, demo.SLACK_BOT_TOKEN)
  expect((await findAnswer(thread[1]!, 'D0ANABROOK'))?.text).toBe('The answer is *forty-two*.')
})

// The SDK is a jar from Maven Central, which tests do without: the program is read, and only what the jar has may be missing.
test.skipIf(!hasJava)('the Java program with Bolt is Java', async () => {
  const folder = await createFolder({ 'Scout.java': java?.['java']?.[0] ?? '' })
  const said = await run('javac', ['-proc:none', join(folder, 'Scout.java')]).catch(({ stderr }) => ({ stderr }))
  const errors = String(said.stderr).match(/error: .*/g) ?? []
  expect(errors.filter((error) => !/package com\.slack\.api\S* does not exist|cannot find symbol/.test(error))).toEqual(
    [],
  )
})

test('the commands of the page with the questions do what it says', async () => {
  const [journal = '', silent = '', , network = ''] = guide('questions.md')['sh'] ?? []
  const server = await startServer({ workspace: demoFile })
  const { stdout } = await run('sh', ['-c', journal.replace('http://127.0.0.1:7070', server.url)])
  expect(JSON.parse(stdout)).toHaveProperty('entries')
  for (const start of [silent, network]) {
    const config = start.replace('./script/start', `${command} config`)
    await run('sh', ['-euc', config], { cwd: repository })
  }
})

interface Job {
  steps?: { run?: string; uses?: string }[]
  before_script?: string[]
  script?: string[]
  after_script?: string[]
}

test('the jobs of the page about CI start a server, wait for it and keep its journal', async () => {
  const files = (guide('ci.md')['yaml'] ?? []).map((text) => parse(text))
  expect(files).toHaveLength(4)
  const jobs: Job[] = files.map(({ jobs: all, test: job }) => all?.test ?? job)
  for (const [
    i,
    { steps = [], before_script: before = [], script: lines = [], after_script: after = [] },
  ] of jobs.entries()) {
    for (const step of steps) expect(Object.keys(step)).toEqual(expect.arrayContaining([step.run ? 'run' : 'uses']))
    const commands = [...steps.flatMap(({ run: line }) => line ?? []), ...before, ...lines, ...after].join('\n')
    const port = String(await findFreePort())
    const folder = await createFolder({ 'ran.txt': '' })
    await run('mkdir', [join(folder, 'tests')])
    await run('cp', [demoFile, join(folder, 'tests/workspace.yaml')])
    const stubs = [
      'npm() { echo "npm $*" >> ran.txt; }',
      'python3() { curl -fs "$RIVULET_URL/health/ready" > ran.txt; }',
      `npx() { shift; exec ${command} "$@" --port ${port}; }`,
      'trap "kill %1 2>/dev/null || true" EXIT',
    ]
    const env = { ...process.env, RIVULET_URL: `http://127.0.0.1:${port}` }
    const here = commands.replaceAll(':7070', `:${port}`)
    const { stdout } = await run(
      'bash',
      ['-euc', `${stubs.join('\n')}\n${here}\ncat journal.json 2>/dev/null || cat ran.txt`],
      {
        cwd: folder,
        env,
      },
    )
    expect(stdout, `job ${i}`).toContain(i % 2 === 0 ? 'npm test' : '{"entries":')
  }
})

function canRun(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
