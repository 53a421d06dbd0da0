import { createInProcessBus } from '#bus/inProcess'
import type { RedisConnection } from '#bus/redis/connection'
import { RedisBus } from '#bus/redis/redisBus'
import { RedisSockets } from '#bus/redis/sockets'
import { RedisWindows } from '#bus/redis/callWindows'
import { AppHttpClient } from '#delivery/http/appHttpClient'
import { HttpEvents } from '#delivery/http/httpEvents'
import { EventRecorder } from '#delivery/outbox/eventRecorder'
import { DeliveryLeases } from '#delivery/outbox/leases'
import { Retention } from '#delivery/outbox/retention'
import { changingKinds } from '#store/postgres/logStatement'
import type { News } from '#store/news'
import { AppSockets } from '#delivery/socketMode/appSockets'
import { DatabaseHandover } from '#delivery/socketMode/databaseHandover'
import { SocketMode } from '#delivery/socketMode/socketMode'
import { PushSender } from '#delivery/push/pushSender'
import { PushService } from '#delivery/push/pushService'
import { ServerNode } from '#domain/nodes/serverNode'
import { CountedWindows } from '#domain/access/countedWindows'
import { Networks } from '#domain/access/networks'
import { RequestIds } from '#domain/ids'
import { PasswordHasher } from '#domain/people/passwords'
import { PendingPasswords } from '#domain/people/pendingPasswords'
import { Feed } from '#feed/feed'
import { serveBrowserSocket } from '#feed/session/session'
import type { Api } from '#http/api/api'
import { CallOrder } from '#http/api/callOrder'
import { RepeatedCalls } from '#http/api/repeatedCalls'
import { AnswerHeads } from '#http/api/envelope'
import { SignInLinks } from '#http/browser/signInLinks'
import { AdminSocket } from '#http/operator/adminSocket'
import type { Administration } from '#http/operator/administration'
import { Metrics } from '#http/operator/metrics'
import { MetricsServer } from '#http/operator/metricsServer'
import { Connections } from '#http/connections/connections'
import { allAreOpen, describeTooFewFiles, mostConnections } from '#http/connections/mostConnections'
import type { ServerOptions } from '#http/routes'
import { TrustedProxies } from '#http/wire/trustedProxies'
import { createInteractions } from '#interactions/interactions'
import { InteractionDispatcher } from '#interactions/dispatch'
import { clientFiles, packageFile } from '#packageFile'
import { createDevelopment } from '#server/development/createDevelopment'
import { createKit } from './inProcess/createKit.ts'
import { DatabaseWatch } from './errors/databaseWatch.ts'
import { UnexpectedErrors } from './errors/unexpectedErrors.ts'
import { HttpServer } from './httpServer.ts'
import type { OpenedStore } from './openStore.ts'
import { atMostEvery } from './atMostEvery.ts'
import { journalActs } from '#server/development/journalActs'
import type { StartOptions } from './options.ts'
import { runRepeatedly } from './runRepeatedly.ts'
import { Sweeps } from './sweeps.ts'
import { createTestWorkspaces } from './inProcess/testWorkspaces.ts'
import { WorkspaceData } from './workspaceData.ts'

/** [NOD-1] How often a process says that it lives. */
const beatMs = 2000
/** [NOD-6] How often a process looks whether a person at another one waits for an app with a socket here. */
const handoverMs = 100
/** How often a process looks for deliveries that it has taken and forgotten, milliseconds. */
const forgottenMs = 2000
/** [BUS-6] The least time between two looks at what other processes have changed, when they say so. */
const lookMs = 50

/** [BUS-6] Whether news make something untrue that other processes remember. */
function isChange({ logged }: News): boolean {
  return logged?.entries.some(({ kind }) => changingKinds.some((changing) => changing === kind)) === true
}

/** Makes the parts of one server and connects them. Each begins with `start` and ends with `stop`, in the order of `start.ts`. */
export function createParts(options: StartOptions, opened: OpenedStore, redis?: RedisConnection) {
  const { store, directory, name = 'PostgreSQL' } = opened
  const { config, dev, workspace, onUnexpectedError } = options
  const { clock } = store.db
  const onNotice = options.onNotice ?? (() => {})
  const isShared = !store.db.cache.isSingleWriter
  const databaseWatch = isShared ? new DatabaseWatch(store, { name, onNotice }) : undefined
  const errors = new UnexpectedErrors(onUnexpectedError, databaseWatch)
  const report = (where: string) => errors.in(where)
  clock.onLeap = (aheadMs) =>
    onNotice(
      `The machine's clock has leapt forward by ${(aheadMs / 3_600_000).toFixed(1)} hours. For five minutes the server goes on with its own time, in case that was a mistake.`,
    )

  const passwords = new PasswordHasher()
  const pendingPasswords = new PendingPasswords(passwords)
  const workspaceData = new WorkspaceData(store, workspace, report('start'), onNotice, pendingPasswords)
  const redisBus = redis && new RedisBus(redis, isChange)
  const bus = redisBus ?? createInProcessBus()
  const shutdown = new AbortController()
  const node = new ServerNode(store)
  const repeated = (intervalMs: number, where: string, run: (() => Promise<unknown>) | undefined) => ({
    stop: async () => {},
    start() {
      if (run) this.stop = runRepeatedly(run, { intervalMs, onUnexpectedError: report(where) })
    },
  })
  const beats = repeated(beatMs, 'nodes', () => node.beat())
  const heartbeat = {
    stop: () => beats.stop(),
    async start() {
      await node.beat()
      beats.start()
    },
  }

  const feed = new Feed(store, bus, report('feed'), config.push)
  const appNetworks = [...(dev ? ['loopback'] : []), ...config.app_networks]
  const appHttp = new AppHttpClient(clock, appNetworks)
  const presence = redis && new RedisSockets(redis)
  const retention = new Retention(store, node, report('apps'))
  const leases = new DeliveryLeases(store, node)
  const appSockets = new AppSockets(presence)
  const socketMode = new SocketMode(store, node, leases, appSockets, config.socket_lifetime, report('apps'))
  const httpEvents = new HttpEvents(store, node, leases, appHttp, report('apps'))
  const pushService = new PushService(clock, appNetworks, config.public_url ?? '')
  const pushSender = new PushSender(store, node, pushService, config.push, report('push'))
  const wakeDelivery = () => {
    socketMode.wake()
    httpEvents.wake()
    journal?.wake()
  }
  const eventRecorder = new EventRecorder(store, wakeDelivery, report('apps'))
  const wakeUps = {
    start() {
      if (redisBus) redisBus.onChanged = atMostEvery(lookMs, () => store.look?.())
      redisBus?.start()
      store.onLogged = (news) => {
        bus.publish(news)
        // Apps receive no events about deltas.
        if (!news.logged?.entries.every(({ kind }) => kind === 'delta')) eventRecorder.wake(news.team)
      }
      // What a command or another process writes.
      store.onMoved = (news) => {
        bus.wake(news)
        eventRecorder.wakeForOthers(news.team, news.last)
      }
    },
    stop: () => redisBus?.stop(),
  }
  const handover = isShared ? new DatabaseHandover(store, node, socketMode, report('apps')) : undefined
  const handovers = repeated(handoverMs, 'apps', handover && (() => handover.look()))
  const forgotten = repeated(forgottenMs, 'apps', isShared ? () => leases.giveBackForgotten() : undefined)
  const dispatcher = new InteractionDispatcher(socketMode, appHttp, clock, handover)

  const watched = { store, appSockets, socketMode, httpEvents, dispatcher, wakeDelivery, shutdown: shutdown.signal }
  const { journal, faults, hints } = dev ? createDevelopment(config, watched) : {}
  const withoutLimit = new Networks(['loopback', ...config.trusted_proxies])
  const connections = new Connections({
    all: mostConnections(config.max_connections),
    perAddress: config.max_connections_per_address,
    isExempt: (address) => withoutLimit.include(address),
  })
  const tooFewFiles = describeTooFewFiles(config.max_connections)
  if (tooFewFiles !== undefined) onNotice(tooFewFiles)
  connections.onFull = () => onUnexpectedError(new Error(allAreOpen), { where: 'connections' })
  const sharedWindows = redis && new RedisWindows(redis)
  const metrics = new Metrics(store, () => feed.viewers.all.length, connections, errors, config.metrics !== 'off')
  if (redis && sharedWindows) metrics.addBus(redis, sharedWindows)
  const api: Api = {
    store,
    journal,
    metrics,
    faults,
    hints,
    callOrder: new CallOrder(),
    repeatedCalls: new RepeatedCalls(),
    sharedWindows,
    rateWindows: new CountedWindows(sharedWindows),
    trustedProxies: new TrustedProxies(config.trusted_proxies),
    requestIds: new RequestIds(),
    answerHeads: new AnswerHeads(),
    isDraining: () => shutdown.signal.aborted,
    onUnexpectedError: (error, requestId, where) => errors.report(error, { requestId, where }),
  }

  const sweeps = new Sweeps(store, node, retention, report('sweep'), onNotice)
  const doWhatIsDue = () => sweeps.doWhatIsDue().then(wakeDelivery)
  const interactions = journalActs(journal, feed, createInteractions(store, dispatcher, sharedWindows))
  const knownTokens = workspace?.tokens ?? []
  const kit = journal && createKit({ store, bus, journal, interactions, appSockets, knownTokens, faults })
  const signInLinks = new SignInLinks()
  const workspaces = createTestWorkspaces(store, { socketMode, feed, kit })
  const applyWorkspace: Administration['applyWorkspace'] = (source, dryRun) => workspaceData.apply(source, dryRun)
  const administration: Administration = { store, passwords, applyWorkspace, isDevelopment: dev, knownTokens }
  const serverOptions: ServerOptions = {
    api,
    bus,
    passwords,
    pendingPasswords,
    signInLinks,
    publicUrl: config.public_url ?? '',
    openApiFile: packageFile('openapi.json'),
    hasOpenMetrics: config.metrics === 'open',
    connections,
    clientFiles: clientFiles(),
    hasNeighbours: () => node.hasNeighbours(),
    development: kit
      ? {
          host: config.host,
          kit,
          administration,
          async reset() {
            await workspaceData.reset()
            api.rateWindows.clear()
            socketMode.forgetSent()
          },
          doWhatIsDue,
          isConnected: (app) => appSockets.has(app),
          shutdown: shutdown.signal,
          controlApiFile: packageFile('control-openapi.json'),
          workspaces,
        }
      : undefined,
    presence,
    countViewers: (person) => feed.viewers.count(person),
    onViewer: (session, socket, raw) => serveBrowserSocket(feed, session, socket, raw, report('feed')),
    interactions,
    onApp: (owner, socket, raw) => socketMode.addSocket(owner, socket, raw),
  }
  const metricsServer = typeof config.metrics === 'object' ? new MetricsServer(metrics, config.metrics) : undefined
  const httpServer = new HttpServer(serverOptions, config, options.graceMs ?? 0)

  return {
    workspaceData,
    wakeUps,
    shutdown,
    node,
    heartbeat,
    feed,
    redis,
    presence,
    retention,
    socketMode,
    handovers,
    forgotten,
    httpEvents,
    pushSender,
    eventRecorder,
    signInLinks,
    httpServer,
    metricsServer,
    adminSocket: new AdminSocket(directory, administration),
    sweeps,
    databaseWatch,
    /** What tests that run in this process use directly. */
    inside: journal && kit && faults && { journal, kit, faults, interactions, doWhatIsDue, workspaces },
  }
}
