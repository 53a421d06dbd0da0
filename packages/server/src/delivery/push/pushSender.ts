import { findNews } from '#domain/push/concerns'
import { deletePush, type DuePush, listDuePushes, retryPush, takePush } from '#domain/push/due'
import { type PushKey, providePushKey } from '#domain/push/key'
import type { PushRule } from '#domain/push/rule'
import { endSubscriptions } from '#domain/push/subscriptions'
import { describeNews } from '#domain/push/words'
import type { ServerNode } from '#domain/nodes/serverNode'
import { DiskRefusal, type Store, TeamAway } from '#store/db'
import type { PushOutcome, PushService } from './pushService.ts'

/** [NTF-12] How many requests may be under way: altogether, to one push service, and of one person. */
const most = { all: 200, origin: 50, person: 3 }
const lookMs = 500
/** How many are read at once. */
const batch = 200

/** [NTF-10] Pushes what is due. One node does it for all. */
export class PushSender {
  readonly #store: Store
  readonly #node: ServerNode
  readonly #service: PushService
  readonly #rule: PushRule
  readonly #onUnexpectedError: (error: unknown) => void
  readonly #sending = new Map<string, { push: DuePush; done: Promise<void> }>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isStopped = false
  #key: PushKey | undefined

  constructor(
    store: Store,
    node: ServerNode,
    service: PushService,
    rule: PushRule,
    onUnexpectedError: (error: unknown) => void,
  ) {
    this.#store = store
    this.#node = node
    this.#service = service
    this.#rule = rule
    this.#onUnexpectedError = onUnexpectedError
  }

  /** [NTF-8] The first start of a server makes its key. A server that pushes nothing drops what is due. */
  async start(): Promise<void> {
    try {
      if (this.#rule !== 'off') this.#key = await this.#store.write(providePushKey)
    } catch (error) {
      if (!(error instanceof DiskRefusal)) throw error
      this.#onUnexpectedError(error) // On a full disk, the server serves what is there.
    }
    this.#lookSoon()
  }

  /** What was not answered is tried again by the next node, or after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
    this.#service.stop()
    await Promise.all([...this.#sending.values()].map(({ done }) => done))
  }

  #lookSoon(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch(this.#onUnexpectedError)
        .finally(() => this.#lookSoon())
    }, lookMs).unref()
  }

  async #look(): Promise<void> {
    if (!this.#node.sweeps || this.#sending.size >= most.all) return
    const busy = this.#busy()
    for (const push of await listDuePushes(this.#store.db, busy, batch)) {
      if (this.#isStopped || this.#sending.size >= most.all) return
      if (this.#isBusy(push)) continue
      const taken = await this.#store.write((tx) => takePush(tx, push)).catch(unlessAway)
      if (taken) this.#begin(taken)
    }
  }

  #begin(push: DuePush): void {
    const done = this.#send(push)
      .catch((error: unknown) => unlessAway(error, this.#onUnexpectedError))
      .finally(() => this.#sending.delete(push.session))
    this.#sending.set(push.session, { push, done })
  }

  async #send(push: DuePush): Promise<void> {
    const key = this.#key
    const payload = key && (await this.#payloadOf(push))
    if (!key || payload === undefined) return this.#store.write((tx) => deletePush(tx, push))
    await this.#record(push, await this.#service.send(push, payload, key))
  }

  /** [NTF-11] What the browser shows. Without text it learns only where it leads to. Undefined if nobody is to hear of it. */
  async #payloadOf(push: DuePush): Promise<string | undefined> {
    return this.#store.snapshot(async (db) => {
      const news = await findNews(db, push)
      if (!news) return undefined
      const { channel_id: channel, ts, thread_ts } = news.message
      const words = push.shows_text && this.#rule === 'on' ? await describeNews(db, news) : {}
      const person = { team: push.team_id, user: push.user_id }
      const place = { channel, ts, ...(thread_ts === null ? {} : { thread_ts }) }
      return JSON.stringify({ person, ...place, ...(news.reminds ? { reminds: true } : {}), ...words })
    })
  }

  async #record(push: DuePush, outcome: PushOutcome): Promise<void> {
    await this.#store.write(async (tx) => {
      if (outcome.is === 'again') await retryPush(tx, push, outcome.afterMs)
      else if (outcome.is === 'gone') await endSubscriptions(tx, push.team_id, [push.session])
      else await deletePush(tx, push)
    })
  }

  #busy() {
    const pushes = [...this.#sending.values()].map(({ push }) => push)
    return {
      sessions: pushes.map(({ session }) => session),
      people: namesOf(pushes, personOf, most.person),
      origins: namesOf(pushes, ({ origin }) => origin, most.origin),
    }
  }

  #isBusy(push: DuePush): boolean {
    const { sessions, people, origins } = this.#busy()
    return sessions.includes(push.session) || people.includes(personOf(push)) || origins.includes(push.origin)
  }
}

function personOf({ team_id: team, user_id: user }: DuePush): string {
  return `${team}/${user}`
}

/** What as many have in common as may. */
function namesOf(pushes: readonly DuePush[], nameOf: (push: DuePush) => string, limit: number): string[] {
  return [...Map.groupBy(pushes, nameOf)].filter(([, some]) => some.length >= limit).map(([name]) => name)
}

/** [NOD-10] What a team that is being moved does not take is done later, or elsewhere. */
function unlessAway(error: unknown, report?: (error: unknown) => void): undefined {
  if (error instanceof TeamAway) return
  if (!report) throw error
  report(error)
}
