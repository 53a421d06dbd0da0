import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createTempDirectory, runCommand } from './command.ts'

/** The manifest of an app with Socket Mode. */
export const scout = {
  display_information: { name: 'Scout', description: 'Looks around' },
  features: { bot_user: { display_name: 'Scout' } },
  oauth_config: { scopes: { bot: ['chat:write', 'im:history'] } },
  settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['message.im'] } },
}

const file = `
version: 1
teams:
  - { id: T0A, name: Acme, domain: acme, users: [{ id: U0A, name: ana, admin: true }, { id: U0B, name: ben }] }
apps:
  - { id: A0OWL, installed_in: [T0A], manifest: { display_information: { name: Owl }, oauth_config: { scopes: { bot: [chat:write] } } } }
  - { id: A0ELK, installed_in: [T0A], manifest: { display_information: { name: Elk }, settings: { socket_mode_enabled: true }, oauth_config: { scopes: { bot: [chat:write] } } } }
tokens:
  - { token: xoxb-elk, kind: bot, app: A0ELK, team: T0A }
`

/** A directory with a manifest and a workspace file, and the commands run in it. */
export function createDirectory(manifest: object = scout) {
  const cwd = createTempDirectory()
  write(manifest)
  writeFileSync(join(cwd, 'w.yaml'), file)
  return { cwd, write, run, served, installed, environment }

  function write(given: object | string) {
    writeFileSync(join(cwd, 'manifest.json'), typeof given === 'string' ? given : JSON.stringify(given))
  }
  function run(...args: string[]) {
    return runCommand(args, { cwd }).ended
  }
  /** A server on the data of the place. */
  async function served(command: 'dev' | 'serve', ...args: string[]) {
    const server = runCommand([command, '--port', '0', '--json', '--workspace', 'w.yaml', ...args], { cwd })
    return { ...server, ...(await server.ready()) }
  }
  async function installed(...args: string[]) {
    const { code, out, err } = await run('app', 'install', 'manifest.json', '--json', ...args)
    expect(err).toBe('')
    expect(code).toBe(0)
    return JSON.parse(out) as { app_id: string; updated: boolean; environment: Record<string, string> }
  }
  async function environment(...args: string[]) {
    const { out, err } = await run('env', '--json', ...args)
    return { variables: JSON.parse(out) as Record<string, string>, err }
  }
}
