import type { Bus } from '#bus/bus'
import type { Caller } from '#domain/access/caller'
import type { KnownToken } from '#domain/apps/credentials'
import type { FieldValue, Interactions, ShownView } from '#domain/interactions/interactions'
import { Refusal } from '#domain/refusal'
import type { Journal } from '#http/development/journal/journal'
import { resolveChannel } from '#http/development/personActs'
import type { Store } from '#store/db'
import { readNames, type TeamNames } from './directory.ts'
import { type Choice, findElement, toFieldValue, toState } from './elements.ts'
import { Happenings } from './happenings.ts'
import { type Message, toMessage } from './message.ts'
import { findReply, type WantedReply } from './replies.ts'
import { type Seen, toSeen } from './seen.ts'
import { Sight } from './sight.ts'
import { type Act, tellStory } from './story.ts'

export interface KitOptions {
  store: Store
  bus: Bus
  journal: Journal
  interactions: Interactions
  /** What somebody still has to do, in sentences: of a team, or of all. */
  findUnsettled: (team: string | undefined) => Promise<string[]>
  /** Whether an app has an open socket. */
  isConnected: (app: string) => boolean
  knownTokens: readonly KnownToken[]
}

/** Where somebody uses an element: in a message, or in a modal or home. */
export type UsedSurface = { channel: string; ts: string } | { view_id: string }

export type Values = Readonly<Record<string, Choice>>

/** What the kits for tests need beside what people do anyway: they look, wait, and name things as people read them. */
export class Kit {
  readonly happenings: Happenings
  readonly sight: Sight
  readonly #options: KitOptions

  constructor(options: KitOptions) {
    const { store, bus, journal } = options
    this.#options = options
    this.happenings = new Happenings(store, bus, journal)
    this.sight = new Sight(store)
  }

  get knownTokens(): readonly KnownToken[] {
    return this.#options.knownTokens
  }

  /** Whether an app has an open socket. */
  isConnected(app: string): boolean {
    return this.#options.isConnected(app)
  }

  /** What somebody has left to do, in sentences. */
  async findUnsettled(team?: string): Promise<string[]> {
    const { journal, findUnsettled } = this.#options
    return [...(journal.hasCallUnderWay(team) ? ['A call is under way.'] : []), ...(await findUnsettled(team))]
  }

  /** Whether nobody has anything left to do, and nothing happens for `quiet` milliseconds. */
  async isSettled(quiet: number, team?: string): Promise<boolean> {
    if ((await this.findUnsettled(team)).length > 0) return false
    return (await this.happenings.isQuiet(quiet, team)) && (await this.findUnsettled(team)).length === 0
  }

  /** The id of a channel, and of the direct message with an app or a person. */
  channelOf(person: Caller, id: string): Promise<string> {
    return this.#options.store.write((tx) => resolveChannel(tx, person, id))
  }

  /** A message as somebody sees it. */
  async message({ channel, ts }: { channel: string; ts: string }, reader: Caller): Promise<Message> {
    const object = await this.sight.message(reader.teamId, channel, ts, reader)
    if (!object) throw new Refusal('message_not_found', `There is no message ${ts} in ${channel}.`)
    return toMessage(object, this.happenings.entries)
  }

  /** The first message of an app that is wanted, if there is one. */
  findReply(wanted: WantedReply): Promise<Message | undefined> {
    return findReply(this.sight, this.happenings, wanted)
  }

  /** What a person is shown of a channel or thread. */
  async sees(person: Caller, channel: string, threadTs?: string): Promise<Seen> {
    const names = await readNames(this.#options.store.db, person.teamId)
    const { entries } = this.happenings
    if (threadTs === undefined) return toSeen(names, entries, await this.sight.conversation(person, channel))
    const thread = await this.sight.thread(person, channel, threadTs)
    return toSeen(names, entries, thread.messages, thread)
  }

  /** Uses an element that is named by its `action_id`, or by what is written on it or above it. */
  async use(person: Caller, surface: UsedSurface, name: string, choice: Choice | undefined, values: Values) {
    const { blocks } = 'ts' in surface ? await this.message(surface, person) : await this.#view(person, surface.view_id)
    const found = findElement(blocks, name)
    const value: FieldValue | undefined = choice === undefined ? found.value : toFieldValue(found, choice)
    const state = toState(blocks, values)
    const press = { ...surface, block_id: found.blockId, action_id: found.actionId, state }
    await this.#options.interactions.press(person, value === undefined ? press : { ...press, value })
  }

  /** Submits a modal with values by `action_id` or label. Returns the errors that the app answers, by `block_id`. */
  async submit(person: Caller, viewId: string, values: Values): Promise<Readonly<Record<string, string>> | undefined> {
    const { blocks } = await this.#view(person, viewId)
    const submission = { view_id: viewId, state: toState(blocks, values) }
    return (await this.#options.interactions.submit(person, submission)).errors
  }

  /** What a test misses, and what happened in place of it after an entry of the journal. */
  async tellStory(
    missing: string,
    teams: readonly TeamNames[],
    { acts, since = 0, also = [] }: { acts: readonly Act[]; since?: number; also?: readonly string[] },
  ): Promise<string> {
    const { journal, isConnected } = this.#options
    const apps = teams.flatMap((team) => team.apps)
    const ids = new Set<string | undefined>(teams.map(({ id }) => id))
    const unsettled = await Promise.all([...ids].map((id) => this.findUnsettled(id)))
    return tellStory(missing, {
      entries: journal.after(since).filter(({ team }) => team === undefined || ids.has(team)),
      acts,
      apps,
      absent: apps.filter(({ id, socketMode }) => socketMode && !isConnected(id)),
      unsettled: [...new Set([...also, ...unsettled.flat()])],
    })
  }

  async #view(person: Caller, id: string): Promise<ShownView> {
    const view = await this.sight.view(person, id)
    if (!view) throw new Refusal('not_found', `${JSON.stringify(id)} is no view that this person has open.`)
    return view
  }
}
