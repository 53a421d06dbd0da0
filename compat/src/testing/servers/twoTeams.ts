import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { startServer, type Server } from '#testing/server'

const token = 'xoxb-two-teams'
/** What Ana has said in the channel of Elm. */
export const elmTs = '1767225600.000100'

/** The app of Oak says something in its channel. Returns the ts. */
export async function postInOak({ url }: Server, text: string): Promise<string> {
  const answer = await fetch(`${url}/api/chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'C0OAK', text }),
  })
  const { ok, ts }: { ok: boolean; ts?: string } = await answer.json()
  expect(ok).toBe(true)
  return ts ?? ''
}

/** A server with two teams, Oak and Elm, in which Ana and an app are. */
export async function startTwoTeams(): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-teams-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const workspace = join(home, 'teams.yaml')
  const team = (name: string) => {
    const user = `U0${name.toUpperCase()}ANA`
    return {
      id: `T0${name.toUpperCase()}`,
      name,
      domain: name.toLowerCase(),
      users: [{ id: user, name: 'ana', real_name: 'Ana Lima' }],
      channels: [{ id: `C0${name.toUpperCase()}`, name: 'general', general: true, members: [user, 'A0SCOUT'] }],
    }
  }
  const scout = { id: 'A0SCOUT', installed_in: ['T0OAK'], manifest: { display_information: { name: 'Scout' } } }
  const teams = [team('Oak'), team('Elm')]
  teams[1]?.channels[0]?.members.pop()
  Object.assign(teams[1] ?? {}, { messages: [{ channel: 'C0ELM', user: 'U0ELMANA', ts: elmTs, text: 'Hello' }] })
  const tokens = [{ token, kind: 'bot', app: 'A0SCOUT', team: 'T0OAK', scopes: ['chat:write'] }]
  await writeFile(workspace, JSON.stringify({ version: 1, teams, apps: [{ ...scout, bot_user: 'U0SCOUT' }], tokens }))
  return startServer({ workspace })
}
