import type { RedisConnection } from '#bus/redis/connection'
import { findLastAddress, saveAddress } from '#domain/settings/address'
import { noteDevelopment, wasInDevelopment } from '#domain/settings/development'
import { settingsSetIn } from '#domain/settings/profiles'
import type { SignInLinks } from '#http/browser/signInLinks'
import { parseBucketAddress } from '#domain/files/bucketAddress'
import { moveFilesTo, refuseWithoutBucket } from '#store/blobs/moveFiles'
import { DiskRefusal, type Store } from '#store/db'
import { announceHolder } from '#store/sqlite/dataDirectoryLock'
import { checkBus, openBus } from './openBus.ts'
import { explainStoreFailure, type OpenedStore, openStore } from './openStore.ts'
import type { StartOptions } from './options.ts'
import { createParts } from './parts.ts'

/** [NOD-3] How long a stop waits for what others hold: rows of the database, calls that are not sent to their end. Milliseconds. */
const stopPatienceMs = 8000

export interface RunningServer {
  url: string
  store: Store
  signInLinks: SignInLinks
  /** In development: what tests that run in this process use directly. */
  inside: ReturnType<typeof createParts>['inside']
  /** Where /metrics answers, if it has a port of its own. */
  metricsUrl: string | undefined
  /** Where the data lies, in words. */
  data: string
  /** Lets every started call finish, then closes all. */
  stop: () => Promise<void>
}

/** If the parts cannot be made, the store and Redis are closed again. */
async function makeParts(options: StartOptions, opened: OpenedStore) {
  const { files } = options.config
  let redis: RedisConnection | undefined
  try {
    options.stopping?.throwIfAborted()
    if (files === undefined) await refuseWithoutBucket(opened.store)
    else opened.store.blobs = await moveFilesTo(opened.store, parseBucketAddress(files), options.onNotice)
    redis = await openBus(options, opened.store)
    return createParts(options, opened, redis)
  } catch (error) {
    redis?.close()
    await opened.store.close()
    throw error
  }
}

/** Starts a server, part by part. If a part does not start, those that did are stopped again. */
export async function start(options: StartOptions): Promise<RunningServer> {
  const { config, dev, clock, onNotice } = options
  checkBus(options)
  const opened: OpenedStore = options.store
    ? { store: options.store, data: 'given' }
    : await openStore(config, dev, { clock, onNotice })
  const { store, data, directory } = opened
  if (config.profile)
    store.db.cache.profile = { name: config.profile, except: settingsSetIn(options.workspace?.written) }
  const parts = await makeParts(options, opened)
  try {
    options.stopping?.throwIfAborted()
    await parts.workspaceData.start()
    options.stopping?.throwIfAborted()
    parts.wakeUps.start()
    await parts.heartbeat.start()
    parts.presence?.start()
    await parts.retention.start()
    options.stopping?.throwIfAborted()
    parts.socketMode.start()
    parts.handovers.start()
    parts.forgotten.start()
    parts.eventRecorder.start()
    await parts.httpServer.start()
    await rememberAddress(store).catch((error: unknown) => {
      if (!(error instanceof DiskRefusal)) throw error // a full disk can still be read
      options.onUnexpectedError(error, { where: 'start' })
    })
    if (directory !== undefined || config.store !== undefined) await mindDevelopment(options, store)
    await parts.metricsServer?.start()
    await parts.adminSocket.start()
    parts.sweeps.start()
    parts.databaseWatch?.start()
    await parts.httpEvents.start()
    await parts.pushSender.start()
    parts.workspaceData.startHashing()
    options.stopping?.throwIfAborted()
    if (directory !== undefined) announceHolder(directory, { url: parts.httpServer.url, dev })
  } catch (error) {
    await stop()
    throw await explainStoreFailure(error, config)
  }
  return {
    url: parts.httpServer.url,
    store,
    signInLinks: parts.signInLinks,
    inside: parts.inside,
    metricsUrl: parts.metricsServer?.url,
    data,
    stop,
  }

  /** Stops every part. A part that was not started does nothing. */
  async function stop(): Promise<void> {
    const givingUp = setTimeout(() => {
      store.giveUp?.()
      parts.httpServer.cutOff()
    }, options.stopPatienceMs ?? stopPatienceMs)
    // From here on calls are refused.
    parts.shutdown.abort()
    const loaded = parts.workspaceData.stop()
    await parts.heartbeat.stop()
    // [NOD-3] Others go on at once; without the database, in ten seconds.
    const watched = parts.databaseWatch?.stop()
    const swept = parts.sweeps.stop().then(() => parts.node.resign().catch(() => {}))
    await parts.adminSocket.stop()
    const fed = parts.feed.stop()
    await parts.eventRecorder.stop()
    await parts.forgotten.stop()
    await Promise.all([
      parts.socketMode.stop(),
      parts.handovers.stop(),
      parts.httpEvents.stop(),
      parts.pushSender.stop(),
    ])
    await parts.node.leave().catch(() => {})
    await parts.httpServer.stop()
    await parts.metricsServer?.stop()
    await Promise.all([loaded, watched, swept, fed])
    parts.wakeUps.stop()
    await parts.presence?.stop()
    parts.redis?.close()
    await store.close()
    clearTimeout(givingUp)
  }
}

/** [OPS-13] Nothing that a development server gave away ends with it. */
async function mindDevelopment({ dev, onNotice }: StartOptions, store: Store): Promise<void> {
  const wasDev = await wasInDevelopment(store.db)
  if (dev && !wasDev) await store.write(noteDevelopment).catch(unlessFull)
  if (!dev && wasDev)
    onNotice?.(
      'A development server has run on this data: the tokens that it made or showed, those of people and of the demo too, and the browsers that it signed in are still valid. Do not serve it to a team; begin with another --data or --store.',
    )
}

/** On a full disk, the server serves what is there. */
function unlessFull(error: unknown): void {
  if (!(error instanceof DiskRefusal)) throw error
}

async function rememberAddress(store: Store): Promise<void> {
  const { publicUrl } = store.db.cache
  if ((await findLastAddress(store.db)) === publicUrl) return
  await store.write((tx) => saveAddress(tx, publicUrl)).catch(unlessFull)
}
