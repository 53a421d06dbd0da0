import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { actsOf } from '#interactions/interactions'
import { AppHttp } from '#delivery/http/appHttp'
import { AppDoor } from '#interactions/dispatch'
import { HttpEvents } from '#delivery/http/httpEvents'
import { Recorder } from '#delivery/outbox/recorder'
import { SocketMode } from '#delivery/socketMode/socketMode'
import { memoryBus } from '#bus/memory'
import { serveViewer } from '#feed/session'
import { Feed } from '#feed/feed'
import { LogClearing } from '#domain/log/clear'
import { clearTokens } from '#domain/oauth/clear'
import { now } from '#domain/clock'
import { beginEpoch } from '#domain/log/epoch'
import { hashToken } from '#domain/ids'
import { hashPassword } from '#domain/people/passwords'
import { sweepFiles, sweepOrphans } from '#domain/files/sweep'
import { tidy } from '#domain/sweep'
import type { Api } from '#http/api/api'
import { Faults } from '#http/development/faults'
import { Journal } from '#http/development/journal'
import { Metrics } from '#http/operator/metrics'
import type { Keeping } from '#http/operator/apps'
import { openLocalDoor } from '#http/operator/adminSocket'
import { makeServer } from '#http/server'
import { Turns } from '#http/api/callOrder'
import { SignInLinks } from '#http/browser/signInLinks'
import type { Store } from '#store/db'
import { packageFile } from '#packageFile'
import type { WorkspaceFile } from '#workspace/declaration'
import { loadWorkspace } from '#workspace/load'
import { resetWorkspace } from '#workspace/reset'
import type { Config } from './config.ts'
import { openStore } from './openStore.ts'
import { repeatedly } from './repeatedly.ts'

export interface Running {
  url: string
  store: Store
  links: SignInLinks
  /** Where the data lies, in words. */
  data: string
  /** Lets every started call finish, then closes all. */
  drain: () => Promise<void>
}

export interface StartOptions {
  config: Config
  dev: boolean
  workspace: WorkspaceFile | undefined
  /** One that is open, in place of the one that `config` names. */
  store?: Store
  onDefect: (defect: unknown, about: { requestId?: string; where: string }) => void
  /** Milliseconds for which calls on open connections are still refused in words at the end, before these are closed. */
  grace?: number
}

/** Starts a server. Here alone the adapters are chosen. */
export async function start({
  config,
  dev,
  workspace,
  store: given,
  onDefect,
  grace = 0,
}: StartOptions): Promise<Running> {
  if (config.bus) throw new Error(`--bus ${new URL(config.bus).protocol}… is not there yet: one process wakes itself.`)
  const opened = given
    ? { store: given, data: 'given', directory: undefined, release() {} }
    : await openStore(config, dev)
  const { store, data, release } = opened
  const tools = { now, hashToken, hashPassword }
  await store.write(async (tx) => {
    await beginEpoch(tx)
    if (workspace) await loadWorkspace(tx, workspace, tools)
  })

  const bus = memoryBus()
  store.onLogged = () => bus.wake()
  const feed = new Feed(store, bus, (defect) => onDefect(defect, { where: 'feed' }))
  await feed.start()
  const inApps = (defect: unknown) => onDefect(defect, { where: 'apps' })
  const appHttp = new AppHttp([...(dev ? ['loopback'] : []), ...config.app_networks])
  const socketMode = new SocketMode(store, config.socket_lifetime, inApps)
  const httpEvents = new HttpEvents(store, appHttp, inApps)
  await socketMode.start()
  const door = new AppDoor(socketMode, appHttp)
  const recorder = new Recorder(
    store,
    bus,
    () => {
      socketMode.wake()
      httpEvents.wake()
    },
    inApps,
  )
  let draining = false
  const metrics = new Metrics(store, () => feed.viewers.length)
  const journal = dev ? new Journal() : undefined
  if (journal) socketMode.onAttempt = httpEvents.onAttempt = (attempt) => journal.delivery(attempt)
  if (journal) door.onAsked = (asked) => journal.interaction(asked)
  const api: Api = {
    store,
    journal,
    metrics,
    faults: dev ? new Faults() : undefined,
    turns: new Turns(),
    draining: () => draining,
    onDefect: (defect, requestId, where) => {
      metrics.defect()
      onDefect(defect, { requestId, where })
    },
  }
  const links = new SignInLinks()
  const keeping: Keeping = { store, dev, known: workspace?.tokens ?? [] }
  const server = await makeServer({
    api,
    bus,
    links,
    publicUrl: config.public_url ?? '',
    openApi: packageFile('openapi.json'),
    metrics: config.metrics,
    clientFiles: packageFile('../web/dist'),
    dev: dev
      ? { host: config.host, keeping, reset: () => store.write((tx) => resetWorkspace(tx, workspace, tools)) }
      : undefined,
    onSignedOut: (teamId, userId) => feed.signOut(teamId, userId),
    onViewer: (caller, socket, raw) =>
      serveViewer(feed, caller, socket, raw, (defect) => onDefect(defect, { where: 'feed' })),
    acts: actsOf(store, door),
    onApp: (owner, socket, raw) => socketMode.enter(owner, socket, raw),
  })
  const url = await listen(server, config).catch(async (error) => {
    await drainApps()
    await store.close()
    release()
    throw error
  })
  store.db.memory.publicUrl = config.public_url ?? url
  const closeDoor = opened.directory ? await openLocalDoor(opened.directory, keeping) : undefined
  const clearing = new LogClearing(store)
  const onSweepDefect = (defect: unknown) => onDefect(defect, { where: 'sweep' })
  const often = { every: 5000, onDefect: onSweepDefect }
  const hourly = { every: 3_600_000, first: 0, onDefect: onSweepDefect }
  const stopSweeps = [
    repeatedly((stopped) => tidy(store, stopped), often),
    repeatedly((stopped) => clearing.goOn({ stopped }), often),
    repeatedly((stopped) => sweepFiles(store, stopped), often),
    repeatedly(() => socketMode.sweep(), often),
    repeatedly((stopped) => clearTokens(store, stopped), hourly),
    repeatedly((stopped) => sweepOrphans(store, { stopped }), hourly),
  ]

  await httpEvents.start()

  return { url, store, links, data, drain }

  async function drainApps(): Promise<void> {
    await recorder.stop()
    await Promise.all([socketMode.drain(), httpEvents.stop()])
  }
  async function drain(): Promise<void> {
    draining = true
    // Who waits for something to come is told that nothing will.
    bus.wake()
    const swept = Promise.all(stopSweeps.map((stop) => stop()))
    await closeDoor?.()
    const quiet = feed.stop()
    await drainApps()
    // Who keeps a connection alive may have called on it already: an answer tells them to leave it.
    if (grace > 0 && (await promisify(server.getConnections.bind(server))()) > 0) await sleep(grace)
    const closed = new Promise<void>((done) => server.close(() => done()))
    server.closeIdleConnections()
    // One whose answer ends only now is kept alive by its client.
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const impatient = setTimeout(() => server.closeAllConnections(), 10_000)
    await closed
    clearTimeout(impatient)
    clearInterval(idle)
    await Promise.all([quiet, swept])
    await store.close()
    release()
  }
}

function listen(server: Awaited<ReturnType<typeof makeServer>>, config: Config): Promise<string> {
  return new Promise((done, failed) => {
    server.once('error', (error) => failed(inWords(error, config)))
    server.listen(config.port, config.host, () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : config.port
      const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
      done(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
    })
  })
}

function inWords(error: Error, { port, host }: Config): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new Error(`The port ${port} of ${host} is in use. Stop what listens there, or choose another with --port.`)
  if (code === 'EACCES') return new Error(`This user may not listen on port ${port}. Choose another with --port.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine. Choose another with --host.`)
  return error
}
