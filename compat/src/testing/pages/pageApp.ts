import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { createControlClient, type ThreadMessage } from '#testing/control'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'
import { command, repository } from '#testing/servers/spawnServer'

const run = promisify(execFile)

/** An empty folder for the time of the test, with these files. */
export async function createFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rivulet-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** Runs a program, and returns what it has said so far. Packages of npm are found. It ends with the test. */
export function startProgram(environment: Record<string, string>, program: string, ...args: string[]) {
  const env = { ...process.env, ...environment }
  const child = spawn(program, args, { cwd: join(repository, 'compat'), env })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  })
  return { output: () => output, errors: () => errors }
}

/** Starts a server with the demo, and installs the app of a manifest by the commands that the pages print. */
export async function installFromPage(manifest: string, commands: string) {
  const server = await startServer({})
  const folder = await createFolder({ 'manifest.yaml': manifest })
  const npx = `npx() { shift; ${command} "$@" --url ${server.url}; }`
  const { stdout } = await run('bash', ['-euc', `${npx}\n${commands}\nenv`], { cwd: folder })
  const lines = stdout.split('\n').flatMap((line) => /^(SLACK_\w+)=(.*)$/.exec(line)?.slice(1, 3) ?? [])
  const environment: Record<string, string> = {}
  for (let i = 0; i < lines.length; i += 2) environment[lines[i]!] = lines[i + 1]!
  return { server, environment, ...(await playAna(server, environment['SLACK_BOT_TOKEN'] ?? '')) }
}

/** Lets Ana of the demo write to an app, and waits for what it answers in the thread. */
export async function playAna(server: Awaited<ReturnType<typeof startServer>>, token: string) {
  const { sendMessage, readThread, stopStream } = createControlClient(server, 'T0WILLOW')
  const { user_id: botUser = '' } = await createClient(server, token).auth.test()
  const { channel: direct } = await createClient(server, 'xoxp-demo-ana').conversations.open({ users: botUser })
  const channel = direct?.id ?? ''
  const findAnswer = async (ts: string, where: string): Promise<ThreadMessage | undefined> =>
    (await readThread('U0ANA', where, ts)).messages.findLast(({ ts: of }) => of !== ts)
  return {
    channel,
    botUser,
    stopStream: (ts: string) => stopStream('U0ANA', channel, ts),
    say: (text: string, where = channel) => sendMessage('U0ANA', where, text),
    findAnswer,
    /** The answer in the thread of a message, once it is complete. */
    async waitForAnswer(ts: string, where = channel): Promise<ThreadMessage> {
      const isComplete = async () => {
        const answer = await findAnswer(ts, where)
        return answer !== undefined && answer.streaming_state !== 'in_progress'
      }
      await expect.poll(isComplete).toBe(true)
      return (await findAnswer(ts, where))!
    },
  }
}
