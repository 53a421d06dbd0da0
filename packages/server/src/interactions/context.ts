import type { PlacedElement } from '@rivulet/blocks/elements'
import type { Chosen, Held } from '#domain/interactions/interactions'
import { type Looking } from '#domain/interactions/chosenValue'
import { type FieldValues, readFields } from '#domain/interactions/inputFields'
import { newResponseUrl, type ResponseUrl } from '#domain/interactions/responseUrls'
import { appOf, blocksOf, type Place } from '#domain/interactions/target'
import { type InstalledApp, installedApp } from '#domain/apps/profiles'
import type { AppDoor } from './dispatch.ts'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { now } from '#domain/clock'
import { Refusal } from '#domain/refusal'
import { SlidingWindow } from '#domain/access/rateLimiter'
import { newTrigger } from '#domain/views/triggers'
import type { Store } from '#store/db'
import { Offered } from './offeredOptions.ts'

/** [ACT-13] Acts of one person in a minute, what they type into selects among them. */
const mostActs = 300

/** What all acts have in common: who may, of which app, with what it needs to answer. */
export class Acting {
  readonly store: Store
  readonly door: AppDoor
  readonly offered = new Offered()
  /** Views whose submission an app is being asked about. */
  readonly submitting = new Set<string>()
  readonly #taken = new Map<string, SlidingWindow>()

  constructor(store: Store, door: AppDoor) {
    this.store = store
    this.door = door
  }

  /** [ACT-13] */
  take({ teamId, userId }: Caller): void {
    const key = `${teamId}/${userId}`
    if (this.#taken.size > 10_000) this.#taken.clear()
    let window = this.#taken.get(key)
    if (!window) this.#taken.set(key, (window = new SlidingWindow()))
    const over = window.take(mostActs, now())
    if (over) throw new Refusal('ratelimited', `That was much at once; try again in ${over.retryAfter} s.`)
  }

  async installed(person: Caller, appId: string | null): Promise<InstalledApp> {
    const app = appId === null ? undefined : await installedApp(this.store.db, person.teamId, appId)
    if (app) return app
    throw new Refusal('app_not_found', 'The app is not there any more.')
  }

  /** The app whose message or view it is. */
  async appOf(person: Caller, place: Place): Promise<InstalledApp> {
    const app = await this.installed(person, appOf(place))
    if (place.in !== 'view') checkAllowed(app, place.channel)
    return app
  }

  looking(person: Caller, place: Place, placed: PlacedElement): Looking {
    return { db: this.store.db, person, offered: this.offered.to(keyOf(person, place, placed)) }
  }

  /** [ACT-4] */
  fields(person: Caller, place: Place, held: Held | undefined): Promise<FieldValues> {
    return readFields(blocksOf(place), held, (placed) => this.looking(person, place, placed))
  }

  trigger(person: Caller, app: InstalledApp, page: string | undefined, place?: Place): Promise<string> {
    const { teamId, userId } = person
    const viewId = place?.in === 'view' && place.view.view.type === 'modal' ? place.view.id : null
    const trigger = { teamId, userId, appId: app.calling.id, page: page ?? null, viewId }
    return this.store.write((tx) => newTrigger(tx, trigger))
  }

  /** Of an act in a message. */
  async responseUrl(person: Caller, app: InstalledApp, place: Place): Promise<{ response_url?: string }> {
    if (place.in === 'view') return {}
    const { ts, thread_ts } = place.message
    return { response_url: await this.newResponseUrl(person, app, { channel_id: place.channel.id, ts, thread_ts }) }
  }

  newResponseUrl(
    person: Caller,
    app: InstalledApp,
    where: Pick<ResponseUrl, 'channel_id' | 'ts' | 'thread_ts'>,
  ): Promise<string> {
    const whose = { team_id: person.teamId, user_id: person.userId, app_id: app.calling.id }
    return this.store.write((tx) => newResponseUrl(tx, { ...whose, ...where }))
  }

  /** Asks the app; `url`: where, if not at its one address for such things. */
  ask(
    person: Caller,
    app: InstalledApp,
    payload: Record<string, unknown>,
    { accepts, url = app.declared.interactivity?.requestUrl }: { accepts: boolean; url?: string | undefined },
  ): Promise<unknown> {
    const { teamId, userId } = person
    return this.door.ask({ app, teamId, userId, type: 'interactive', payload, url, accepts })
  }
}

export function checkAllowed({ calling }: InstalledApp, channel: Channel): void {
  if (channel.blocked_apps.includes(calling.id))
    throw new Refusal('access_denied', `${calling.name} is blocked in this channel.`)
}

/** Where what was offered is kept. */
export function keyOf({ teamId, userId }: Caller, place: Place, { blockId, actionId }: PlacedElement): string {
  const spot = place.in === 'view' ? place.view.id : `${place.channel.id}/${place.message.ts}`
  return JSON.stringify([teamId, userId, spot, blockId, actionId])
}

/** The fields as they are with what was just chosen. */
export function withChosen(
  { state = {}, value }: { state?: Held | undefined; value?: Chosen },
  { blockId, actionId }: PlacedElement,
): Held {
  if (value === undefined) return state
  const block = Object.hasOwn(state, blockId) ? state[blockId] : {}
  return Object.fromEntries([
    ...Object.entries(state).filter(([id]) => id !== blockId),
    [
      blockId,
      Object.fromEntries([...Object.entries(block ?? {}).filter(([id]) => id !== actionId), [actionId, value]]),
    ],
  ])
}
