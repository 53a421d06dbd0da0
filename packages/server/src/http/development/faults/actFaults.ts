import type { ActFault, AppFault, DoneFault, StreamFault, TokenFault } from '#domain/faults/actFault'
import { endApp, endStreamBy } from '#domain/faults/perform'
import { FaultTurn } from '#domain/faults/turn'
import type { Store } from '#store/db'

interface WaitingStreamFault {
  fault: StreamFault
  turn: FaultTurn
  /** How many appends each open stream still has; undefined for one that is spared. */
  left: Map<string, number | undefined>
}

interface WaitingAppFault {
  fault: TokenFault | AppFault
  left: number
}

/** [DEV-9] Faults that are done in the middle of the work of apps: streams end, tokens are revoked, apps are taken out. */
export class ActFaults {
  readonly #store: Store
  #ofStreams: WaitingStreamFault[] = []
  #ofApps: WaitingAppFault[] = []

  constructor(store: Store) {
    this.#store = store
  }

  get isActive(): boolean {
    return this.#ofStreams.length + this.#ofApps.length > 0
  }

  /** Does it at once if nothing has to come before. */
  async add(fault: ActFault): Promise<void> {
    if (fault.fault !== 'stream') {
      const { after = 0 } = fault
      if (after > 0) this.#ofApps.push({ fault, left: after })
      else await this.#store.write((tx) => endApp(tx, fault))
      return
    }
    const waiting: WaitingStreamFault = { fault, turn: new FaultTurn(fault), left: new Map() }
    this.#ofStreams.push(waiting)
    if (fault.after === 0) await this.#endOpen(waiting)
    this.#forgetOver()
  }

  clear(): void {
    this.#ofStreams = []
    this.#ofApps = []
  }

  /** As injected, with what is left of `times` and `after`. */
  list(): ActFault[] {
    return [
      ...this.#ofStreams.map(({ fault, turn }) => ({ ...fault, times: turn.times })),
      ...this.#ofApps.map(({ fault, left }) => ({ ...fault, after: left })),
    ]
  }

  /** A call has succeeded and is not answered yet. Returns what was done because of it. */
  async afterCall({ name, caller }: CarriedOut, result: object): Promise<DoneFault | undefined> {
    const { channel, ts } = { channel: undefined, ts: undefined, ...result }
    if (!caller?.app) return undefined
    const of = { teamId: caller.teamId, appId: caller.app.id }
    if (typeof channel === 'string' && typeof ts === 'string') {
      const done = await this.#afterCallOfStream(name, { ...of, channelId: channel, ts })
      if (done) return done
    }
    const waiting = this.#ofApps.find(({ fault }) => fault.app === of.appId && (fault.method ?? name) === name)
    if (!waiting || --waiting.left > 0) return undefined
    this.#ofApps.splice(this.#ofApps.indexOf(waiting), 1)
    await this.#store.write((tx) => endApp(tx, waiting.fault, of.teamId || undefined))
    return waiting.fault.fault === 'token' ? 'token_revoked' : 'app_uninstalled'
  }

  async #afterCallOfStream(method: string, stream: OpenStream): Promise<DoneFault | undefined> {
    const isAppend = method === 'chat.appendStream'
    const key = `${stream.teamId} ${stream.channelId} ${stream.ts}`
    if (method === 'chat.stopStream') for (const { left } of this.#ofStreams) left.delete(key)
    if (!isAppend && method !== 'chat.startStream') return undefined
    for (const { fault, turn, left } of this.#ofStreams) {
      if (fault.app !== undefined && fault.app !== stream.appId) continue
      if (!left.has(key)) left.set(key, turn.draw() ? (fault.after ?? 1) : undefined)
      const before = left.get(key)
      if (before === undefined) continue
      const now = isAppend ? before - 1 : before
      left.set(key, now)
      if (now > 0) continue
      turn.take()
      left.delete(key)
      this.#forgetOver()
      if (await this.#store.write((tx) => endStreamBy(tx, fault, stream))) return `stream_${fault.how}`
    }
    return undefined
  }

  /** Ends streams that are open, the oldest first. */
  async #endOpen({ fault, turn }: WaitingStreamFault): Promise<void> {
    let open = this.#store.db.selectFrom('streams').selectAll().where('ended_at', 'is', null)
    if (fault.app !== undefined) open = open.where('app_id', '=', fault.app)
    for (const { team_id: teamId, channel_id: channelId, ts } of await open.orderBy('ts').execute()) {
      if (!turn.draw()) continue
      turn.take()
      await this.#store.write((tx) => endStreamBy(tx, fault, { teamId, channelId, ts }))
    }
  }

  #forgetOver(): void {
    this.#ofStreams = this.#ofStreams.filter(({ turn }) => !turn.isOver)
  }
}

/** What it looks at of a call. */
interface CarriedOut {
  name: string
  caller: { teamId: string; app: { id: string } | undefined } | undefined
}

interface OpenStream {
  teamId: string
  appId: string
  channelId: string
  ts: string
}
