import { App, type AppOptions } from '@slack/bolt'
import { App as App4 } from '@slack/bolt-4'
import { onTestFinished } from 'vitest'
import { silentLogger } from './sdk.ts'
import type { Server } from './server.ts'

/** Both major versions. Private members make their types incompatible, so version 4 gets the type of version 5. */
export const boltVersions = [
  ['Bolt 5', App],
  ['Bolt 4', App4 as unknown as typeof App],
] as const

/** Creates an app in Socket Mode that is given only its tokens and the address of the server. */
export function createBoltApp(server: Server, name: string, Bolt = App, options: AppOptions = {}): App {
  const app = new Bolt({
    token: `xoxb-acme-${name}`,
    appToken: `xapp-acme-${name}`,
    socketMode: true,
    clientOptions: { slackApiUrl: server.api },
    logger: silentLogger,
    ...options,
  })
  onTestFinished(async () => void (await app.stop()))
  return app
}
