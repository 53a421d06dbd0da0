import { App, LogLevel } from '@slack/bolt'
import { onTestFinished } from 'vitest'
import { type App as TestApp, type Rivulet, startRivulet } from '@rivulet/testing'
import { scoutManifest } from './scout.ts'

const silent = () => {}
export const quietLogger = {
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  setLevel: silent,
  getLevel: () => LogLevel.ERROR,
  setName: silent,
}

/** What a Bolt app heard: the text or type of each event, and the number of the retry with which it came, if it was one. */
export type Heard = (string | [string, number])[]

/** A server, and a Bolt app that only listens, over a socket or by HTTP. Both end with the test. */
export async function startListener(
  way: 'socket' | 'http' = 'socket',
): Promise<{ server: Rivulet; scout: TestApp; heard: Heard }> {
  const workspace = { people: ['ana', 'ben'], channels: ['general', 'random'], apps: [manifest] }
  const server = await startRivulet({ workspace, timeout: 30_000 })
  const scout = server.app()
  const common = { token: scout.botToken, logger: quietLogger, clientOptions: { slackApiUrl: server.apiUrl } }
  const program = new App({
    ...common,
    ...(way === 'socket' ? { appToken: scout.appToken, socketMode: true } : { signingSecret: scout.signingSecret }),
  })
  const heard: Heard = []
  const note = (event: object, { retryNum }: { retryNum?: number }) => {
    const what = 'text' in event && typeof event.text === 'string' ? event.text : String(Reflect.get(event, 'type'))
    heard.push(retryNum ? [what, retryNum] : what)
  }
  program.message(async ({ event, context }) => note(event, context))
  for (const type of ['app_uninstalled', 'tokens_revoked', 'agent_session_stopped'])
    program.event(type, async ({ event, context }) => note(event, context))
  const listening = await program.start(0)
  if (way === 'http') {
    const address = listening && 'address' in listening ? listening.address() : undefined
    await scout.receivesAt(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/slack/events`)
  }
  onTestFinished(async () => {
    await program.stop()
    await server.close()
  })
  return { server, scout, heard }
}

const { settings, oauth_config: oauth } = scoutManifest
const manifest = {
  ...scoutManifest,
  oauth_config: { scopes: { bot: [...oauth.scopes.bot, 'channels:history'] } },
  settings: {
    ...settings,
    event_subscriptions: {
      bot_events: ['message.im', 'message.channels', 'app_uninstalled', 'tokens_revoked', 'agent_session_stopped'],
    },
  },
}
