import type { InstalledApp } from '#domain/apps/profiles'
import { now } from '#domain/clock'
import { Refusal } from '#domain/refusal'
import type { AppHttp } from '#delivery/http/appHttp'
import type { SocketReply } from '#delivery/socketMode/requests'

/** [ACT-2] How long a person waits for an app, milliseconds. */
const answerWithin = 3000

/** What a person has done, as an app is asked to take it. */
export interface Question {
  app: InstalledApp
  teamId: string
  userId: string
  type: 'interactive' | 'slash_commands'
  payload: Record<string, unknown>
  /** Where it goes without Socket Mode. */
  url: string | undefined
  /** Whether the app may say something with its acknowledgement. */
  accepts: boolean
}

/** One question and what became of it. */
export interface Asked {
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

/** The sockets of apps, as far as a question goes. */
export interface Sockets {
  /** Undefined: the app has none open that takes anything. */
  ask(
    question: { appId: string; type: Question['type']; payload: Record<string, unknown>; accepts: boolean },
    signal: AbortSignal,
  ): { envelopeId: string; reply: Promise<SocketReply> } | undefined
}

type Outcome = Pick<Asked, 'outcome' | 'detail' | 'envelope_id'> & { answer?: unknown }

/** The one door by which apps are asked while a person waits: over a socket or by HTTP, once, and never again. */
export class AppDoor {
  onAsked: (asked: Asked) => void = () => {}
  readonly #sockets: Sockets
  readonly #http: AppHttp

  constructor(sockets: Sockets, http: AppHttp) {
    this.#sockets = sockets
    this.#http = http
  }

  /** [ACT-2] What the app answered: JSON, text, or undefined for nothing. */
  async ask(question: Question): Promise<unknown> {
    const { app, teamId, userId, payload, type } = question
    const began = performance.now()
    const way = app.declared.socketMode ? 'socket' : 'http'
    const { answer, ...became } = await (way === 'socket' ? this.#bySocket(question) : this.#byHttp(question))
    const took_ms = Math.round(performance.now() - began)
    this.onAsked({
      team: teamId,
      app: app.calling.id,
      user: userId,
      payload,
      way,
      took_ms,
      answer,
      type: typeof payload['type'] === 'string' ? payload['type'] : type,
      ...became,
    })
    if (became.outcome === 'answered') return answer
    throw new Refusal(became.outcome, became.detail)
  }

  async #bySocket({ app, type, payload, accepts }: Question): Promise<Outcome> {
    const { id: appId, name } = app.calling
    const late = afterThreeSeconds()
    const asked = this.#sockets.ask({ appId, type, payload, accepts }, late.signal)
    if (!asked) {
      late.stop()
      return { outcome: 'dispatch_failed', detail: `${name} is not connected.`, envelope_id: undefined }
    }
    const reply = await asked.reply
    late.stop()
    const envelope_id = asked.envelopeId
    if (reply !== 'gone') return { outcome: 'answered', detail: '', envelope_id, answer: said(reply.payload) }
    if (late.signal.aborted) return { ...timeout(name), envelope_id }
    return { outcome: 'dispatch_failed', detail: `${name} went away before it answered.`, envelope_id }
  }

  async #byHttp({ app, type, payload, url, accepts }: Question): Promise<Outcome> {
    const { name } = app.calling
    const envelope_id = undefined
    if (url === undefined)
      return { outcome: 'app_missing_action_url', detail: `${name} says nowhere that it listens to this.`, envelope_id }
    const form = type === 'slash_commands' ? asForm(payload) : new URLSearchParams({ payload: JSON.stringify(payload) })
    const reply = await this.#http.post({
      url,
      secret: app.signingSecret,
      contentType: 'application/x-www-form-urlencoded',
      body: form.toString(),
    })
    if (reply.failure === 'http_timeout') return { ...timeout(name), envelope_id }
    if (reply.failure !== undefined) {
      const why = reply.status === undefined ? 'cannot be reached' : `answered with an error (${reply.status})`
      return { outcome: 'dispatch_failed', detail: `${name} ${why}.`, envelope_id, answer: reply.detail }
    }
    return {
      outcome: 'answered',
      detail: '',
      envelope_id,
      answer: accepts && !reply.cut ? read(reply.body) : undefined,
    }
  }
}

function timeout(name: string) {
  return { outcome: 'operation_timeout', detail: `${name} did not answer in time.` } as const
}

/** Node's client acknowledges with `{}` where there is nothing to say. */
function said(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).length === 0 ? undefined : payload
}

function asForm(payload: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))
}

/** An answer is JSON if it reads as an object of it, whatever it says that it is; else it is text. */
function read(body: string): unknown {
  const text = body.trim()
  if (text === '') return undefined
  if (!text.startsWith('{')) return text
  try {
    return said(JSON.parse(text))
  } catch {
    return text
  }
}

/** It follows the server's clock, and the machine's where that one stands still. */
function afterThreeSeconds(): { signal: AbortSignal; stop: () => void } {
  const [startedAt, began] = [now(), performance.now()]
  const abort = new AbortController()
  const polling = setInterval(() => {
    if (Math.max(now() - startedAt, performance.now() - began) < answerWithin) return
    clearInterval(polling)
    abort.abort()
  }, 20)
  return { signal: abort.signal, stop: () => clearInterval(polling) }
}
