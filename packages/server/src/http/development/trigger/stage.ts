import type { Caller } from '#domain/access/caller'
import type { AppRow } from '#domain/apps/find'
import { openDirectMessageWith } from '#domain/channels/direct/open'
import { type Channel, findChannel } from '#domain/channels/find'
import { inviteMembers } from '#domain/channels/membership/invite'
import { readManifest } from '#domain/apps/manifest'
import { Refusal } from '#domain/refusal'
import type { Api } from '#http/api/api'
import type { Journal } from '#http/development/journal/journal'
import { say } from '#http/development/personActs'
import { callAs } from '#http/development/replay/callAgain'
import type { Store, Tx } from '#store/db'

/** Who is on stage. */
export interface Cast {
  team: string
  /** Who does it, and somebody else of the team. */
  person: Actor
  other: Actor | undefined
  app: AppRow
  /** A token of the app. */
  appToken: string | undefined
  /** The channel that is named, or that fits. */
  channel: Channel | undefined
}

export interface Actor {
  caller: Caller
  name: string
}

type Facts = ReturnType<typeof readManifest>

/** Lets people and apps do what makes an event happen, and writes down what they did. */
export class Stage {
  readonly did: string[] = []
  readonly cast: Cast
  readonly facts: Facts
  readonly store: Store
  readonly journal: Journal
  readonly #api: Api

  constructor({ store, journal, api }: { store: Store; journal: Journal; api: Api }, cast: Cast) {
    this.cast = cast
    this.journal = journal
    this.facts = readManifest(cast.app.manifest, cast.app.id)
    this.store = store
    this.#api = api
  }

  get person(): Actor {
    return this.cast.person
  }

  /** Somebody else than the person. */
  get other(): Actor {
    if (this.cast.other) return this.cast.other
    throw new Refusal('user_not_found', `It takes two people, and ${this.cast.team} has only one.`)
  }

  get bot(): string {
    return this.cast.app.bot_user
  }

  /** Something that a person does. `words` follow their name. */
  async does<T>(actor: Actor, words: string | ((result: T) => string), act: (tx: Tx, who: Caller) => Promise<T>) {
    const result = await this.store.write((tx) => act(tx, actor.caller))
    const said = typeof words === 'string' ? words : words(result)
    this.did.push(`${actor.name} ${said}`)
    const [verb = '', ...rest] = said.split(' ')
    this.journal.addAct(actor.caller, { act: verb, detail: { text: rest.join(' ') } })
    return result
  }

  /** A call of the app. Throws the refusal with which it is answered. */
  async calls(method: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { appToken } = this.cast
    const { name } = this.facts
    if (appToken === undefined) throw new Refusal('app_not_found', `No token of ${name} is known to this server.`)
    const answer = await callAs(this.#api, { name: method, args, token: appToken, address: '127.0.0.1' })
    const { ok, error, detail } = answer
    if (ok !== true) throw new Refusal(String(error), `${name} calls ${method}: ${String(detail ?? error)}`)
    this.did.push(`${name} calls ${method}`)
    return answer
  }

  async says(channelId: string, text: string, actor = this.person, threadTs?: string): Promise<string> {
    const where = await this.nameOf(channelId)
    const said = { channel: channelId, text, threadTs, toAssistant: threadTs === undefined }
    const { ts } = await say(this, actor.caller, said)
    this.did.push(`${actor.name} writes “${text}” in ${where}`)
    return ts
  }

  async nameOf(channelId: string): Promise<string> {
    const channel = await findChannel(this.store.db, this.cast.team, channelId)
    if (!channel?.name || channel.kind === 'mpim') return 'a direct message'
    return `#${channel.name}`
  }

  /** A channel in which the person and the app are. The app is invited if it is not there. */
  async shared(): Promise<string> {
    const { channel, person } = this.cast
    if (!channel) throw new Refusal('channel_not_found', `${person.name} is in no channel: name one.`)
    if (!channel.members.has(this.bot)) await this.invites(channel.id, [this.bot], this.facts.name)
    return channel.id
  }

  async invites(channel: string, users: string[], name: string, by = this.person): Promise<void> {
    const where = await this.nameOf(channel)
    await this.does(by, `invites ${name} to ${where}`, (tx, who) => inviteMembers(tx, who, channel, users, false))
  }

  /** The direct message of the person and the app. */
  async direct(): Promise<string> {
    const open = (tx: Tx) => openDirectMessageWith(tx, this.person.caller, [this.bot])
    return (await this.store.write(open)).channel.id
  }

  get db() {
    return this.store.db
  }
}
