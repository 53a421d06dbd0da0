import type { SignInLinks } from '#http/browser/signInLinks'
import type { Store } from '#store/db'
import { openStore } from './openStore.ts'
import type { StartOptions } from './options.ts'
import { createParts } from './parts.ts'

export interface RunningServer {
  url: string
  store: Store
  signInLinks: SignInLinks
  /** Where the data lies, in words. */
  data: string
  /** Lets every started call finish, then closes all. */
  stop: () => Promise<void>
}

/** Starts a server, part by part. If a part does not start, those that did are stopped again. */
export async function start(options: StartOptions): Promise<RunningServer> {
  const { config, dev, clock } = options
  if (config.bus)
    throw new Error(`--bus ${new URL(config.bus).protocol}… is not supported yet. A single process needs no bus.`)
  const opened = options.store ? { store: options.store, data: 'given' } : await openStore(config, dev, clock)
  const { store, data } = opened
  const parts = createParts(options, opened)
  try {
    await parts.workspaceData.start()
    parts.wakeUps.start()
    await parts.feed.start()
    await parts.socketMode.start()
    parts.eventRecorder.start()
    await parts.httpServer.start()
    await parts.adminSocket.start()
    parts.sweeps.start()
    await parts.httpEvents.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url: parts.httpServer.url, store, signInLinks: parts.signInLinks, data, stop }

  /** Stops every part. A part that was not started does nothing. */
  async function stop(): Promise<void> {
    // From here on calls are refused.
    parts.shutdown.begin()
    const swept = parts.sweeps.stop()
    await parts.adminSocket.stop()
    const fed = parts.feed.stop()
    await parts.eventRecorder.stop()
    await Promise.all([parts.socketMode.stop(), parts.httpEvents.stop()])
    await parts.httpServer.stop()
    await Promise.all([swept, fed])
    await store.close()
  }
}
