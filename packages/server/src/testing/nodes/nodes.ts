import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { readConfig } from '#config'
import { type RunningServer, start } from '#server/start'
import { createTempDirectory } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { runCommand } from '#testing/server/command'
import { scoutFile } from '#testing/workspace/scout'
import { workspaceFile } from '#testing/workspace/workspace'

/** A server on the shared database. */
export interface TestNode {
  url: string
}

/** One empty PostgreSQL database, on which a test starts as many servers as it likes. All of them end with it. */
export async function createNodes(
  file = scoutFile({ events: ['message.channels'] }),
  { key, files, bus }: { key?: string; files?: string | undefined; bus?: string } = {},
) {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const database = new pg.Pool({ connectionString: postgres, max: 2, options: `-c search_path=${schema}` })
  database.on('error', () => {})
  onTestFinished(() => database.end())
  await database.query(`create schema ${schema}`)
  const directory = createTempDirectory()
  const workspace = join(directory, 'team.yaml')
  writeFileSync(workspace, file)
  const address = new URL(postgres ?? '')
  address.searchParams.set('options', `-csearch_path=${schema}`)
  const flags = {
    port: 0,
    store: address.href,
    key: key ?? join(directory, 'key'),
    ...(files !== undefined && { files }),
    ...(bus !== undefined && { bus }),
  }
  const unexpectedErrors: unknown[] = []
  return { address: address.href, key: flags.key, unexpectedErrors, launch, spawn, query }

  /** Starts a server in this process. `stop` may be called more than once. */
  async function launch(): Promise<RunningServer> {
    const running = await start({
      config: readConfig(flags, {}),
      dev: true,
      workspace: workspaceFile(file),
      onUnexpectedError: (error) => unexpectedErrors.push(error),
    })
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= running.stop())
    onTestFinished(stop)
    return { ...running, stop }
  }

  /** Starts a server as a process of its own, which can be killed. */
  async function spawn() {
    const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
    const command = runCommand(['dev', '--json', '--workspace', workspace, ...given])
    return { ...command, ...(await command.ready()) }
  }

  async function query(text: string, values: unknown[] = []): Promise<Record<string, any>[]> {
    return (await database.query(text, values)).rows
  }
}

/** Calls a method of the API through a node. */
export async function call({ url }: TestNode, method: string, args: object, token = 'xoxb-acme-scout') {
  return post(`${url}/api/${method}`, args, { authorization: `Bearer ${token}` })
}

/** What Ana does at a node, through the control API. */
export async function act({ url }: TestNode, verb: string, body: object): Promise<Record<string, any>> {
  return post(`${url}/control/${verb}`, { team: 'T0ACME', user: 'U0ANA', ...body })
}

/** Writes as Ana through a node. Returns the message's ts. */
export async function say(node: TestNode, text: string, channel = 'C0HELP'): Promise<string> {
  const { ts } = await act(node, 'say', { channel, text })
  return ts
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Record<string, any>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, any>
}
