import { App, type AppOptions } from '@slack/bolt'
import { App as App4 } from '@slack/bolt-4'
import { onTestFinished } from 'vitest'
import { silent } from './sdk.ts'
import type { Server } from './server.ts'

/** Both majors, with what they have in common: their types name private parts of each, so they do not fit each other. */
export const bolts = [
  ['Bolt 5', App],
  ['Bolt 4', App4 as unknown as typeof App],
] as const

/** An app in Socket Mode, told nothing but its tokens and where the server is. */
export function aBoltApp(server: Server, name: string, Bolt = App, options: AppOptions = {}): App {
  const app = new Bolt({
    token: `xoxb-acme-${name}`,
    appToken: `xapp-acme-${name}`,
    socketMode: true,
    clientOptions: { slackApiUrl: server.api },
    logger: silent,
    ...options,
  })
  onTestFinished(async () => void (await app.stop()))
  return app
}
