import { setTimeout as sleep } from 'node:timers/promises'
import { Refused, WrongUsage } from '#cli/terminal/failure'
import { writeOutput } from '#cli/terminal/output'
import { runAndReport } from '#cli/report'
import { toOneLine } from '#cli/terminal/escape'
import type { Directory } from '#http/development/commands/directory'
import { suggestion } from '#documents/didYouMean'
import type { DevelopmentServer } from '#cli/servers/developmentServer'
import { findServer, type Place } from '#cli/servers/findServer'
import { type SampleReply, sampleRepliesFor } from './sampleReplies.ts'

interface ShowFlags extends Place {
  as?: string | undefined
  team?: string | undefined
  fast: boolean
  json: boolean
}

/** The app of the show. It is installed once, beside the apps that are there. */
const manifest = {
  display_information: { name: 'Demo', description: 'Shows what an agent can do' },
  features: { bot_user: { display_name: 'Demo' }, app_home: { messages_tab_read_only_enabled: false } },
  oauth_config: { scopes: { bot: ['chat:write', 'im:write', 'im:history'] } },
  settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['message.im'] } },
}

interface Played {
  reply: SampleReply['name']
  ts: string
  thread_ts: string
  appends: number
  ended: 'completed' | 'stopped'
}

/** `rivulet demo`: plays the show in the direct message of a person and the app Demo. Returns the exit code. */
export function playShow(flags: ShowFlags): Promise<number> {
  return runAndReport(async () => {
    const server = await findServer(flags)
    const { team, person } = await findPerson(server, flags)
    const app = await install(server, team.id)
    const { channel } = await call(server, app.token, 'conversations.open', { users: person.id })
    const channelId = String(Reflect.get(Object(channel), 'id'))
    const say = (text: string) => (flags.json ? Promise.resolve() : writeOutput(`${toOneLine(text)}\n`))
    await say(`Demo writes to ${person.name} in ${team.name}: ${server.url}/`)
    const played: Played[] = []
    for (const reply of sampleRepliesFor(person.name)) {
      played.push(
        await play(server, reply, {
          team: team.id,
          user: person.id,
          channel: channelId,
          token: app.token,
          fast: flags.fast,
        }),
      )
      const { appends, ended } = played.at(-1) ?? { appends: 0, ended: '' }
      await say(
        `  ${reply.name.padEnd(5)}  ${appends} appends, ${ended === 'stopped' ? `stopped by ${person.name}` : 'completed'}`,
      )
    }
    if (flags.json)
      await writeOutput(`${JSON.stringify({ ok: true, url: server.url, channel: channelId, played }, undefined, 2)}\n`)
  })
}

interface Scene {
  team: string
  user: string
  channel: string
  token: string
  fast: boolean
}

async function play(
  server: DevelopmentServer,
  reply: SampleReply,
  { team, user, channel, token, fast }: Scene,
): Promise<Played> {
  const pause = (ms: number) => (fast ? Promise.resolve() : sleep(ms))
  const { ts: thread_ts } = await server.post<{ ts: string }>('/control/say', {
    team,
    user,
    channel,
    text: reply.question,
  })
  const status = { channel_id: channel, thread_ts, status: 'is thinking...' }
  await call(server, token, 'assistant.threads.setStatus', status)
  await pause(700)
  const opening = { channel, thread_ts, task_display_mode: reply.script.display }
  const ts = String((await call(server, token, 'chat.startStream', opening))['ts'])
  let appends = 0
  for (const { wait, chunks } of reply.script.steps) {
    await pause(wait)
    if (appends === reply.stopAfter) await server.post('/control/stop', { team, user, channel, ts })
    const isStopped = await append(server, token, { channel, ts, chunks })
    if (isStopped) return { reply: reply.name, ts, thread_ts, appends, ended: 'stopped' }
    appends++
  }
  await call(server, token, 'chat.stopStream', { channel, ts })
  await pause(700)
  return { reply: reply.name, ts, thread_ts, appends, ended: 'completed' }
}

/** Whether the stream was stopped by a reader. */
async function append(server: DevelopmentServer, token: string, args: object): Promise<boolean> {
  const answer = await server.call('chat.appendStream', args, token)
  if (answer.ok) return false
  if (answer.error === 'stopped_by_user') return true
  throw refused('chat.appendStream', answer)
}

async function call(server: DevelopmentServer, token: string, method: string, args: object) {
  const answer = await server.call(method, args, token)
  if (!answer.ok) throw refused(method, answer)
  return answer
}

function refused(method: string, { error = 'failed', detail }: { error?: string; detail?: unknown }): Refused {
  return new Refused(error, `${method} answered ${error}${typeof detail === 'string' ? `: ${detail}` : ''}`)
}

async function install(server: DevelopmentServer, team: string): Promise<{ token: string }> {
  const { app } = await server.post<{ app: { tokens: { bot?: string } } }>('/control/apps', {
    manifest,
    team,
    update: true,
  })
  const { bot: token } = app.tokens
  if (token === undefined) throw new Error('The server gave the app no token.')
  return { token }
}

async function findPerson(server: DevelopmentServer, { as, team: teamName }: Pick<ShowFlags, 'as' | 'team'>) {
  const { teams } = await server.get<{ teams: Directory[] }>('/control/directory')
  const wanted = as?.replace(/^@/, '').toLowerCase()
  const [team] = teams.filter(({ id, domain }) => teamName === undefined || id === teamName || domain === teamName)
  if (!team)
    throw new WrongUsage(
      `There is no team ${JSON.stringify(teamName)}${suggestion(
        teamName ?? '',
        teams.map(({ domain }) => domain),
      )}`,
    )
  const person = team.people.find(
    ({ id, name }) => wanted === undefined || id.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )
  if (person) return { team, person }
  throw new WrongUsage(
    `There is nobody called ${JSON.stringify(as)} in ${team.name}${suggestion(
      wanted ?? '',
      team.people.map(({ name }) => name),
    )}`,
  )
}
