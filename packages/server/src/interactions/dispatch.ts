import type { HandedReply, HandedRequest, Handover } from '#bus/handover'
import type { InstalledApp } from '#domain/apps/profiles'
import type { Clock } from '#store/clock'
import { Refusal } from '#domain/refusal'
import type { AppHttpClient } from '#delivery/http/appHttpClient'
import type { SocketReply, SocketRequest } from '#delivery/socketMode/requests'

/** [ACT-2] How long a person waits for an app. */
const timeoutMs = 3000

/** An interaction, as it is sent to an app. */
export interface InteractionRequest {
  app: InstalledApp
  teamId: string
  userId: string
  type: 'interactive' | 'slash_commands'
  payload: Record<string, unknown>
  /** The address for apps that do not use Socket Mode. */
  url: string | undefined
  /** Whether the app may answer with its acknowledgement. */
  acceptsAnswer: boolean
}

/** A dispatched interaction, and what became of it. */
export interface DispatchRecord {
  team: string
  app: string
  user: string
  type: string
  payload: Record<string, unknown>
  way: 'socket' | 'http'
  envelope_id: string | undefined
  outcome: 'answered' | 'operation_timeout' | 'dispatch_failed' | 'app_missing_action_url'
  detail: string
  answer: unknown
  took_ms: number
}

/** What the dispatcher needs of Socket Mode. */
export interface InteractionSockets {
  /**
   * Undefined if no socket of the app can take the request, or another process has a better one. `isLastResort`: no other
   * process takes it.
   */
  send(
    request: { appId: string } & SocketRequest,
    signal: AbortSignal,
    isLastResort?: boolean,
  ): { envelopeId: string; reply: Promise<SocketReply> } | undefined
}

type DispatchOutcome = Pick<DispatchRecord, 'outcome' | 'detail' | 'envelope_id'> & { answer?: unknown }

/** Sends interactions to apps while a person waits: once, over a socket or by HTTP, without retries. */
export class InteractionDispatcher {
  onDispatched: (record: DispatchRecord, request: InteractionRequest) => void = () => {}
  readonly #clock: Clock
  readonly #sockets: InteractionSockets
  readonly #http: AppHttpClient
  readonly #handover: Handover | undefined

  /** `handover` asks other processes for a socket that there is none of here. */
  constructor(sockets: InteractionSockets, http: AppHttpClient, clock: Clock, handover?: Handover) {
    this.#handover = handover
    this.#clock = clock
    this.#sockets = sockets
    this.#http = http
  }

  /** [ACT-2] Returns the app's answer: JSON, text, or undefined. Throws a `Refusal` if there was none in time. */
  async dispatch(request: InteractionRequest): Promise<unknown> {
    const { outcome, detail, answer } = await this.send(request)
    if (outcome === 'answered') return answer
    throw new Refusal(outcome, detail)
  }

  /** Sends it, and returns what became of it. */
  async send(request: InteractionRequest): Promise<DispatchRecord> {
    const { app, teamId, userId, payload, type } = request
    const began = performance.now()
    const way = app.manifest.socketMode ? 'socket' : 'http'
    const { answer, ...result } = await (way === 'socket' ? this.#sendOverSocket(request) : this.#postByHttp(request))
    const took_ms = Math.round(performance.now() - began)
    const record: DispatchRecord = {
      team: teamId,
      app: app.calling.id,
      user: userId,
      payload,
      way,
      took_ms,
      answer,
      type: typeof payload['type'] === 'string' ? payload['type'] : type,
      ...result,
    }
    this.onDispatched(record, request)
    return record
  }

  /** [NOD-6] Over a socket of this process, or else of another one. */
  async #sendOverSocket({ app, teamId, type, payload, acceptsAnswer }: InteractionRequest): Promise<DispatchOutcome> {
    const { id: appId, name } = app.calling
    const timeout = startTimeout(this.#clock)
    const replied = await this.#askOverSocket({ teamId, appId, type, payload, acceptsAnswer }, timeout.signal).finally(
      timeout.stop,
    )
    if (!replied) return { outcome: 'dispatch_failed', detail: `${name} is not connected.`, envelope_id: undefined }
    const { envelopeId: envelope_id, reply } = replied
    if (reply !== 'unanswered')
      return { outcome: 'answered', detail: '', envelope_id, answer: emptyToUndefined(reply.payload) }
    if (timeout.signal.aborted) return { ...timedOut(name), envelope_id }
    return { outcome: 'dispatch_failed', detail: `${name} disconnected before it answered.`, envelope_id }
  }

  async #askOverSocket(request: HandedRequest, signal: AbortSignal): Promise<HandedReply | undefined> {
    const sent = this.#sockets.send(request, signal)
    if (sent) return { envelopeId: sent.envelopeId, reply: await sent.reply }
    const handed = await this.#handover?.ask(request, signal)
    if (handed || signal.aborted) return handed
    // [EVT-15] A socket that was told to leave is better than none.
    const late = this.#sockets.send(request, signal, true)
    return late && { envelopeId: late.envelopeId, reply: await late.reply }
  }

  async #postByHttp({ app, type, payload, url, acceptsAnswer }: InteractionRequest): Promise<DispatchOutcome> {
    const { name } = app.calling
    const envelope_id = undefined
    if (url === undefined)
      return { outcome: 'app_missing_action_url', detail: `${name} has no address that receives this.`, envelope_id }
    const form = type === 'slash_commands' ? toForm(payload) : new URLSearchParams({ payload: JSON.stringify(payload) })
    const reply = await this.#http.post({
      url,
      secret: app.signingSecret,
      contentType: 'application/x-www-form-urlencoded',
      body: form.toString(),
    })
    if (reply.failure === 'http_timeout') return { ...timedOut(name), envelope_id }
    if (reply.failure !== undefined) {
      const why = reply.status === undefined ? 'cannot be reached' : `answered with an error (${reply.status})`
      return { outcome: 'dispatch_failed', detail: `${name} ${why}.`, envelope_id, answer: reply.detail }
    }
    return {
      outcome: 'answered',
      detail: '',
      envelope_id,
      answer: acceptsAnswer && !reply.isTruncated ? parseAnswer(reply.body) : undefined,
    }
  }
}

function timedOut(name: string) {
  return { outcome: 'operation_timeout', detail: `${name} did not answer in time.` } as const
}

/** The SDK for Node acknowledges with `{}` if there is no answer. */
function emptyToUndefined(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).length === 0 ? undefined : payload
}

function toForm(payload: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))
}

/** Reads an answer as a JSON object if possible, whatever its content type, and otherwise as text. */
function parseAnswer(body: string): unknown {
  const text = body.trim()
  if (text === '') return undefined
  if (!text.startsWith('{')) return text
  try {
    return emptyToUndefined(JSON.parse(text))
  } catch {
    return text
  }
}

/** A timeout by the server's clock. It also follows the machine's clock, in case the server's clock stands still. */
function startTimeout(clock: Clock): { signal: AbortSignal; stop: () => void } {
  const [startedAt, began] = [clock.now(), performance.now()]
  const abort = new AbortController()
  const polling = setInterval(() => {
    if (Math.max(clock.now() - startedAt, performance.now() - began) < timeoutMs) return
    clearInterval(polling)
    abort.abort()
  }, 20)
  return { signal: abort.signal, stop: () => clearInterval(polling) }
}
