import type { CallEntry, DeliveryEntry, InteractionEntry, Message, NamedApp, TeamDirectory } from 'rivulet/inProcess'
import type { Context } from './context.ts'
import { callsOf, deliveriesOf, interactionsOf } from './journal.ts'
import { resolvePlace, type Where } from './place.ts'

/** An app of the workspace: what its program needs to connect, and what it does. The program itself is yours. */
export class App {
  readonly id: string
  readonly name: string
  /** The user as whom it posts. */
  readonly botUser: string
  readonly #context: Context
  readonly #team: TeamDirectory
  #details: NamedApp
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

  /** Whether it has an open socket. */
  get isConnected(): boolean {
    return this.#context.inside.kit.isConnected(this.id)
  }

  /** A mention of it, to be used in a text. */
  toString(): string {
    return `<@${this.botUser}>`
  }

  /** From now on, events, interactions and commands are posted to this address, in place of a socket. */
  async receivesAt(url: string): Promise<void> {
    await this.#context.inside.receiveAt(this.#team.id, this.id, url)
  }

  /** New tokens, beside those that it has or had: `botToken` and `appToken` return them from now on. For a program that gets new ones. */
  async renewTokens(): Promise<void> {
    const tokens = await this.#context.inside.newTokens(this.#team.id, this.id)
    this.#details = { ...this.#details, tokens }
  }

  /**
   * Waits for the next message of the app that no earlier call returned: a message that it has posted, for everybody or one
   * person, or a stream that has ended since. Without `to`, the first since the last act of a person, wherever it is. With a
   * message: the first after that message in its conversation. With a channel, or a person for the direct message: the first
   * that is there, since the last act of a person.
   */
  async replies(to?: Where): Promise<Message> {
    const found = await this.#await(to, 'ended', 'has not replied')
    this.#returned.add(`${found.channel} ${found.ts}`)
    return found
  }

  /** Waits until the app streams, and returns the message as it is so far. `to` means what it means for `replies`. */
  streams(to?: Where): Promise<Message> {
    return this.#await(to, 'streaming', 'streams nothing')
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

  /** A person stands for the direct message in which the app answers them. */
  async #channelOf(id: string): Promise<string> {
    const { inside } = this.#context
    const person = this.#team.people.find((one) => one.id === id)
    if (person) return inside.kit.channelOf(await inside.person(this.#team.id, person.id), this.id)
    if (this.#team.apps.some((app) => app.id === id)) throw new Error(`Name the person to whom ${this.name} replies.`)
    return id
  }

  async #await(to: Where | undefined, state: 'ended' | 'streaming', missing: string): Promise<Message> {
    const { acts, inside } = this.#context
    const place = to === undefined ? undefined : await this.#placeOf(to)
    const last = acts.findLast(({ team }) => team === this.#team.id)
    const wanted = { team: this.#team.id, app: this.id, state, after: last?.position ?? 0, to: place }
    const where = place === undefined ? '' : ` in ${place.channel}`
    return this.#context.until(
      () => inside.kit.findReply({ ...wanted, except: this.#returned }),
      `${this.name} ${missing}${where}`,
    )
  }

  /** What is answered: a message, or something in a channel. */
  async #placeOf(to: Where): Promise<{ channel: string; ts?: string; threadTs?: string | undefined }> {
    const { channel, threadTs } = await resolvePlace(this.#context, this.#team, to)
    if (typeof to === 'object' && 'ts' in to) return { channel, ts: to.ts, threadTs }
    return { channel: await this.#channelOf(channel) }
  }
}
