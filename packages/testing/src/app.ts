import type {
  CallEntry,
  DeliveryEntry,
  FollowedEntry,
  InteractionEntry,
  NamedApp,
  SeenMessage,
  TeamDirectory,
} from 'rivulet/inProcess'
import type { Context } from './context.ts'
import { callsOf, deliveriesOf, interactionsOf } from './journal.ts'
import { type Message, toMessage } from './message.ts'
import { type Place, resolvePlace, type Where } from './place.ts'

/** An app of the workspace: what its program needs to connect, and what it does. The program itself is yours. */
export class App {
  readonly id: string
  readonly name: string
  /** The user as whom it posts. */
  readonly botUser: string
  readonly #context: Context
  readonly #team: TeamDirectory
  readonly #details: NamedApp
  /** Messages that `replies` has returned. */
  readonly #returned = new Set<string>()

  constructor(context: Context, team: TeamDirectory, details: NamedApp) {
    this.id = details.id
    this.name = details.name
    this.botUser = details.botUser
    this.#context = context
    this.#team = team
    this.#details = details
  }

  /** `SLACK_BOT_TOKEN`: `token` of the SDKs. */
  get botToken(): string {
    return this.#details.tokens.bot ?? ''
  }

  /** `SLACK_APP_TOKEN`: `appToken` of Bolt, with which it opens sockets. Empty for an app that does not use Socket Mode. */
  get appToken(): string {
    return this.#details.tokens.app ?? ''
  }

  /** `SLACK_SIGNING_SECRET`: `signingSecret` of Bolt. */
  get signingSecret(): string {
    return this.#details.signingSecret
  }

  get clientId(): string {
    return this.#details.clientId
  }

  get clientSecret(): string {
    return this.#details.clientSecret
  }

  /** A mention of it, to be used in a text. */
  toString(): string {
    return `<@${this.botUser}>`
  }

  /** From now on, events, interactions and commands are posted to this address, in place of a socket. */
  async receivesAt(url: string): Promise<void> {
    await this.#context.inside.receiveAt(this.#team.id, this.id, url)
  }

  /**
   * Waits for the next message of the app that no earlier call returned: a message that it has posted, for everybody or one
   * person, or a stream that has ended since. Without `to`, the first since the last act of a person, wherever it is. With a
   * message: the first after that message in its conversation. With a channel, or a person for the direct message: the first
   * that is there, since the last act of a person.
   */
  async replies(to?: Where): Promise<Message> {
    const found = await this.#await(to, ({ streaming_state: state }) => state !== 'in_progress', 'has not replied')
    this.#returned.add(keyOf(found))
    return found
  }

  /** Waits until the app streams, and returns the message as it is so far. `to` means what it means for `replies`. */
  streams(to?: Where): Promise<Message> {
    return this.#await(to, ({ streaming_state: state }) => state === 'in_progress', 'streams nothing')
  }

  /** The calls that the app has made so far, of one method or of all. */
  calls(method?: string): CallEntry[] {
    return callsOf(this.#context.inside.journal.after(0), { app: this.id, method })
  }

  /** What became of the events for the app, of one type or of all: one entry for each attempt. */
  deliveries(event?: string): DeliveryEntry[] {
    return deliveriesOf(this.#context.inside.journal.after(0), { app: this.id, event })
  }

  /** What the app was asked because people used what it shows, and what it answered. */
  interactions(type?: string): InteractionEntry[] {
    return interactionsOf(this.#context.inside.journal.after(0), { app: this.id, type })
  }

  /** How many entries the log had before the first that counts. */
  #begin(to: Where | undefined): number {
    const { acts, inside } = this.#context
    if (typeof to === 'object' && 'ts' in to)
      return (
        inside.happenings.entries.findIndex(({ channel_id: channel, ts }) => channel === to.channel && ts === to.ts) + 1
      )
    return acts.at(-1)?.entries ?? 0
  }

  /** The conversation in which `to` is. A message in no thread may be answered in its channel, or in its own thread. */
  async #placeOf(to: Where): Promise<Conversation> {
    const { channel, threadTs } = await resolvePlace(this.#context, this.#team, to)
    if (typeof to !== 'object' || !('ts' in to)) return { channel: await this.#channelOf(channel), threadTs: undefined }
    const own = threadTs === to.ts
    return own ? { channel, threadTs: undefined, root: to.ts } : { channel, threadTs }
  }

  /** A person stands for the direct message in which the app answers them. */
  async #channelOf(id: string): Promise<string> {
    const { inside } = this.#context
    const person = this.#team.people.find((one) => one.id === id)
    if (person) return inside.channelOf(await inside.person(this.#team.id, person.id), this.id)
    if (this.#team.apps.some((app) => app.id === id)) throw new Error(`Name the person to whom ${this.name} replies.`)
    return id
  }

  async #await(to: Where | undefined, fits: (message: SeenMessage) => boolean, missing: string): Promise<Message> {
    const place = to === undefined ? undefined : await this.#placeOf(to)
    const since = this.#begin(to)
    const where = place === undefined ? '' : ` in ${place.channel}`
    return this.#context.until(() => this.#find(since, place, fits), `${this.name} ${missing}${where}`)
  }

  async #find(
    since: number,
    place: Conversation | undefined,
    fits: (message: SeenMessage) => boolean,
  ): Promise<Message | undefined> {
    const { sight, happenings } = this.#context.inside
    const { entries } = happenings
    for (const [key, { channel, ts, team, first, last }] of writtenIn(entries)) {
      if (last < since || this.#returned.has(key) || team !== this.#team.id) continue
      if (place && place.channel !== channel) continue
      const object = await sight.message(team, channel, ts)
      if (!object || object.app_id !== this.id || !fits(object) || isOfSystem(object)) continue
      // A message counts from when it was posted, not from when it was changed; a stream until it ends.
      if (first < since && object.streaming_state === undefined) continue
      if (!place || isIn(place, object.thread_ts)) return toMessage(object, entries)
    }
    return undefined
  }
}

/** Where a reply is looked for. `root`: the message that is answered, in its channel or in its thread. */
type Conversation = Place & { root?: string }

/** The messages that the log tells of, in the order in which they were begun, with their first and last entry. */
function writtenIn(entries: readonly FollowedEntry[]) {
  const written = new Map<string, { channel: string; ts: string; team: string; first: number; last: number }>()
  for (const [i, { kind, channel_id: channel, ts, team_id: team }] of entries.entries()) {
    if ((kind !== 'message' && kind !== 'ephemeral') || channel === null || ts === null) continue
    const key = keyOf({ channel, ts })
    written.set(key, { channel, ts, team, first: written.get(key)?.first ?? i, last: i })
  }
  return written
}

function keyOf({ channel, ts }: { channel: string; ts: string }): string {
  return `${channel} ${ts}`
}

function isOfSystem({ subtype }: SeenMessage): boolean {
  return subtype?.startsWith('channel_') === true || subtype === 'assistant_app_thread'
}

function isIn({ threadTs, root }: Conversation, thread: string | undefined): boolean {
  if (threadTs !== undefined) return thread === threadTs
  return root === undefined || thread === undefined || thread === root
}
