import type { LocatedElement } from '@rivulet/blocks/elements'
import type { SharedWindows } from '#bus/sharedWindows'
import type { FieldValue, StateValues } from '#domain/interactions/interactions'
import { type FieldContext } from '#domain/interactions/fieldValue'
import { type StateObject, readState } from '#domain/interactions/inputFields'
import { listOfferedOptions } from '#domain/interactions/offeredOptions'
import { createResponseUrl, type ResponseUrl } from '#domain/interactions/responseUrls'
import { appIdOf, blocksOf, type InteractionTarget } from '#domain/interactions/target'
import { type InstalledApp, findInstalledApp } from '#domain/apps/profiles'
import type { InteractionDispatcher } from './dispatch.ts'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import { CountedWindows } from '#domain/access/countedWindows'
import { createTrigger } from '#domain/views/triggers'
import type { Store } from '#store/db'

/** [ACT-13] How many interactions a person may have in a minute, option requests included. */
const maxPerMinute = 300

/** What all kinds of interaction share: rate limit, app, state values, triggers and response URLs. */
export class InteractionContext {
  readonly store: Store
  readonly dispatcher: InteractionDispatcher
  readonly #windows: CountedWindows

  /** `shared` counts what people do through other processes too. */
  constructor(store: Store, dispatcher: InteractionDispatcher, shared: SharedWindows | undefined) {
    this.store = store
    this.dispatcher = dispatcher
    this.#windows = new CountedWindows(shared)
  }

  /** [ACT-13] Counts an interaction. Throws a `Refusal` if there were too many. */
  async checkRateLimit({ teamId, userId }: Caller): Promise<void> {
    const over = await this.#windows.take(`interactions:${teamId}/${userId}`, maxPerMinute, this.store.db.clock.now())
    if (over) throw new Refusal('ratelimited', `That was too much at once. Try again in ${over.retryAfter} s.`)
  }

  async findInstalledApp(person: Caller, appId: string | null): Promise<InstalledApp> {
    const app = appId === null ? undefined : await findInstalledApp(this.store.db, person.teamId, appId)
    if (app) return app
    throw new Refusal('app_not_found', 'The app is not installed any more.')
  }

  /** The app that the message or view belongs to. */
  async findAppOf(person: Caller, target: InteractionTarget): Promise<InstalledApp> {
    const app = await this.findInstalledApp(person, appIdOf(target))
    if (target.in !== 'view') checkNotBlocked(app, target.channel)
    return app
  }

  valueContext(person: Caller, target: InteractionTarget, located: LocatedElement): FieldContext {
    const { db } = this.store
    return { db, person, offered: () => listOfferedOptions(db, { person, target, located }) }
  }

  /** [ACT-4] Checks what the person entered in the fields of a target. */
  readStateValues(person: Caller, target: InteractionTarget, entered: StateValues | undefined): Promise<StateObject> {
    return readState(blocksOf(target), entered, (element) => this.valueContext(person, target, element))
  }

  createTrigger(
    person: Caller,
    app: InstalledApp,
    page: string | undefined,
    target?: InteractionTarget,
  ): Promise<string> {
    const { teamId, userId } = person
    const viewId = target?.in === 'view' && target.view.view.type === 'modal' ? target.view.id : null
    const trigger = { teamId, userId, appId: app.calling.id, page: page ?? null, viewId }
    return this.store.write((tx) => createTrigger(tx, trigger))
  }

  /** The field of the payload, for interactions in messages. */
  async responseUrlField(
    person: Caller,
    app: InstalledApp,
    target: InteractionTarget,
  ): Promise<{ response_url?: string }> {
    if (target.in === 'view') return {}
    const { ts, thread_ts } = target.message
    return { response_url: await this.createResponseUrl(person, app, { channel_id: target.channel.id, ts, thread_ts }) }
  }

  createResponseUrl(
    person: Caller,
    app: InstalledApp,
    where: Pick<ResponseUrl, 'channel_id' | 'ts' | 'thread_ts'>,
  ): Promise<string> {
    const whose = { team_id: person.teamId, user_id: person.userId, app_id: app.calling.id }
    return this.store.write((tx) => createResponseUrl(tx, { ...whose, ...where }))
  }

  /** Sends an interaction to the app. `url`: in place of the app's address for interactions. */
  dispatch(
    person: Caller,
    app: InstalledApp,
    payload: Record<string, unknown>,
    {
      acceptsAnswer,
      url = app.manifest.interactivity?.requestUrl,
    }: { acceptsAnswer: boolean; url?: string | undefined },
  ): Promise<unknown> {
    const { teamId, userId } = person
    return this.dispatcher.dispatch({ app, teamId, userId, type: 'interactive', payload, url, acceptsAnswer })
  }
}

export function checkNotBlocked({ calling }: InstalledApp, channel: Channel): void {
  if (channel.blocked_apps.includes(calling.id))
    throw new Refusal('access_denied', `${calling.name} is blocked in this channel.`)
}

/** The state values, with the value that the interaction itself chose. */
export function withChosenValue(
  { state = {}, value }: { state?: StateValues | undefined; value?: FieldValue },
  { blockId, actionId }: LocatedElement,
): StateValues {
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
