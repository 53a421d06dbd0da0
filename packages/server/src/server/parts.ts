import { createInProcessBus } from '#bus/inProcess'
import { AppHttpClient } from '#delivery/http/appHttpClient'
import { HttpEvents } from '#delivery/http/httpEvents'
import { EventRecorder } from '#delivery/outbox/eventRecorder'
import { SocketMode } from '#delivery/socketMode/socketMode'
import { RequestIds } from '#domain/ids'
import { PasswordHasher } from '#domain/people/passwords'
import { Feed } from '#feed/feed'
import { serveBrowserSocket } from '#feed/session/session'
import type { Api } from '#http/api/api'
import { CallOrder } from '#http/api/callOrder'
import { AnswerHeads } from '#http/api/envelope'
import { SignInLinks } from '#http/browser/signInLinks'
import { FaultInjection } from '#http/development/faultInjection'
import { Journal } from '#http/development/journal'
import { AdminSocket } from '#http/operator/adminSocket'
import type { AppAdministration } from '#http/operator/appAdministration'
import { Metrics } from '#http/operator/metrics'
import type { ServerOptions } from '#http/routes'
import { createInteractions } from '#interactions/interactions'
import { InteractionDispatcher } from '#interactions/dispatch'
import { packageFile } from '#packageFile'
import { HttpServer } from './httpServer.ts'
import type { OpenedStore } from './openStore.ts'
import type { StartOptions } from './options.ts'
import { Sweeps } from './sweeps.ts'
import { WorkspaceData } from './workspaceData.ts'

/** Makes the parts of one server and connects them. Each begins with `start` and ends with `stop`, in the order of `start.ts`. */
export function createParts(options: StartOptions, { store, directory }: OpenedStore) {
  const { config, dev, workspace, onUnexpectedError } = options
  const { clock } = store.db
  const report = (where: string) => (error: unknown) => onUnexpectedError(error, { where })

  const passwords = new PasswordHasher()
  const workspaceData = new WorkspaceData(store, workspace, passwords)
  const bus = createInProcessBus()
  const wakeUps = {
    start: () => {
      store.onLogged = () => bus.wake()
    },
  }
  const shutdown = {
    hasBegun: false,
    begin() {
      this.hasBegun = true
      // Requests that wait for a log entry end now.
      bus.wake()
    },
  }

  const feed = new Feed(store, bus, report('feed'))
  const appHttp = new AppHttpClient(clock, [...(dev ? ['loopback'] : []), ...config.app_networks])
  const socketMode = new SocketMode(store, config.socket_lifetime, report('apps'))
  const httpEvents = new HttpEvents(store, appHttp, report('apps'))
  const wakeDelivery = () => {
    socketMode.wake()
    httpEvents.wake()
  }
  const eventRecorder = new EventRecorder(store, bus, wakeDelivery, report('apps'))
  const dispatcher = new InteractionDispatcher(socketMode, appHttp, clock)

  const journal = dev ? new Journal(clock) : undefined
  if (journal) {
    socketMode.onAttempt = httpEvents.onAttempt = (attempt) => journal.addDelivery(attempt)
    dispatcher.onDispatched = (dispatched) => journal.addInteraction(dispatched)
  }
  const metrics = new Metrics(store, () => feed.viewers.all.length)
  const api: Api = {
    store,
    journal,
    metrics,
    faults: dev ? new FaultInjection() : undefined,
    callOrder: new CallOrder(),
    requestIds: new RequestIds(),
    answerHeads: new AnswerHeads(),
    isDraining: () => shutdown.hasBegun,
    onUnexpectedError: (error, requestId, where) => {
      metrics.countUnexpectedError()
      onUnexpectedError(error, { requestId, where })
    },
  }

  const signInLinks = new SignInLinks()
  const appAdministration: AppAdministration = { store, isDevelopment: dev, knownTokens: workspace?.tokens ?? [] }
  const serverOptions: ServerOptions = {
    api,
    bus,
    passwords,
    signInLinks,
    publicUrl: config.public_url ?? '',
    openApiFile: packageFile('openapi.json'),
    metricsAccess: config.metrics,
    clientFiles: packageFile('../web/dist'),
    development: dev ? { host: config.host, appAdministration, reset: () => workspaceData.reset() } : undefined,
    onSignedOut: (teamId, userId) => feed.viewers.disconnectPerson(teamId, userId),
    onViewer: (caller, socket, raw) => serveBrowserSocket(feed, caller, socket, raw, report('feed')),
    interactions: createInteractions(store, dispatcher),
    onApp: (owner, socket, raw) => socketMode.addSocket(owner, socket, raw),
  }
  const httpServer = new HttpServer(serverOptions, config, options.graceMs ?? 0)
  const adminSocket = new AdminSocket(directory, appAdministration)
  const sweeps = new Sweeps(store, socketMode, report('sweep'))

  return {
    workspaceData,
    wakeUps,
    shutdown,
    feed,
    socketMode,
    httpEvents,
    eventRecorder,
    signInLinks,
    httpServer,
    adminSocket,
    sweeps,
  }
}
