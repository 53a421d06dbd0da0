import { suggestion } from '#documents/didYouMean'
import { provideTokens, type KnownToken } from '#domain/apps/credentials'
import { type AppRow, findApp, listApps } from '#domain/apps/find'
import { requireTeam } from '#domain/apps/manage'
import { readManifest } from '#domain/apps/manifest'
import { type Channel, findChannels } from '#domain/channels/find'
import { displayNameOf, findUser } from '#domain/people/users'
import { Refusal } from '#domain/refusal'
import type { Api } from '#http/api/api'
import { getPerson } from '#http/development/person'
import type { Journal } from '#http/development/journal/journal'
import type { Db, Store } from '#store/db'
import { recipes } from './recipes.ts'
import { type Reached, whoIsReached } from './reached.ts'
import { type Actor, Stage } from './stage.ts'

export interface TriggerContext {
  store: Store
  api: Api
  journal: Journal
  knownTokens: readonly KnownToken[]
  /** Whether an app has an open socket. */
  isConnected: (appId: string) => boolean
}

/** What is to happen, and to whom. What is left out is chosen. */
export interface Wanted {
  event: string
  team?: string | undefined
  app?: string | undefined
  /** By id or name. */
  user?: string | undefined
  channel?: string | undefined
}

export interface Triggered {
  event: string
  did: string[]
  apps: Reached[]
}

/** Makes an event happen by doing what it tells of, and says which apps it was sent to. */
export async function trigger(context: TriggerContext, wanted: Wanted): Promise<Triggered> {
  const recipe = recipes.get(wanted.event)
  if (!recipe)
    throw new Refusal(
      'event_not_found',
      `There is no event ${JSON.stringify(wanted.event)}${suggestion(wanted.event, recipes.keys())}`,
    )
  const { store, journal, isConnected } = context
  const { id: team } = await requireTeam(store.db, wanted.team)
  const app = await chooseApp(store.db, team, wanted.app, recipe.event)
  if (recipe.isDrastic && wanted.app === undefined)
    throw new Refusal(
      'app_not_found',
      `This takes something away from an app: say from which, such as ${readManifest(app.manifest, app.id).title}.`,
    )
  const [person, other] = await chooseActors(store.db, team, wanted.user)
  const channel = await chooseChannel(store.db, team, wanted.channel, person, app)
  const tokens = await store.write((tx) => provideTokens(tx, app, team, 'make', context.knownTokens))
  const stage = new Stage(context, { team, person, other, app, appToken: tokens.bot, channel })
  const after = journal.newest
  const since = store.db.clock.now()
  const before = await listApps(store.db, team)
  await recipe.play(stage)
  const apps = await whoIsReached({
    store,
    journal,
    isConnected,
    team,
    apps: before,
    subscription: recipe.event,
    after,
    since,
  })
  return { event: wanted.event, did: stage.did, apps }
}

/** The app that is named, or the first that subscribes to the event, or the first. */
async function chooseApp(db: Db, team: string, name: string | undefined, event: string): Promise<AppRow> {
  const apps = await listApps(db, team)
  const names = apps.map((app) => readManifest(app.manifest, app.id).title)
  if (name !== undefined) {
    const found = await findApp(db, team, name)
    if (found) return found
    throw new Refusal('app_not_found', `There is no app ${JSON.stringify(name)} in ${team}${suggestion(name, names)}`)
  }
  const [first] = apps
  const subscribed = apps.find((app) => readManifest(app.manifest, app.id).events.includes(event))
  const chosen = subscribed ?? first
  if (chosen) return chosen
  throw new Refusal('app_not_found', `${team} has no app. Install one: rivulet app install manifest.json`)
}

/** Who does it: the person who is named or the first, and somebody else. */
async function chooseActors(db: Db, team: string, name: string | undefined): Promise<[Actor, Actor | undefined]> {
  const people = await db
    .selectFrom('users')
    .selectAll()
    .where('team_id', '=', team)
    .where('app_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  const wanted = name?.replace(/^@/, '').toLowerCase()
  const chosen = people.find(
    (user) =>
      wanted === undefined || [user.id, user.name, user.display_name].some((known) => known.toLowerCase() === wanted),
  )
  if (!chosen) {
    const names = people.map((user) => user.name)
    const words =
      name === undefined
        ? `${team} has no people`
        : `There is nobody called ${JSON.stringify(name)} in ${team}${suggestion(wanted ?? '', names)}`
    throw new Refusal('user_not_found', words)
  }
  const other = people.find(({ id }) => id !== chosen.id)
  return [await toActor(db, team, chosen.id), other && (await toActor(db, team, other.id))]
}

async function toActor(db: Db, team: string, id: string): Promise<Actor> {
  const user = await findUser(db, team, id)
  return { caller: await getPerson(db, team, id), name: user ? displayNameOf(user) : id }
}

/** The channel that is named; else one of the person and the app, or of the person alone. */
async function chooseChannel(
  db: Db,
  team: string,
  name: string | undefined,
  { caller }: Actor,
  { id: appId, bot_user: bot }: AppRow,
): Promise<Channel | undefined> {
  const rows = await db.selectFrom('channels').select('id').where('team_id', '=', team).orderBy('id').execute()
  const all = await findChannels(
    db,
    team,
    rows.map(({ id }) => id),
  )
  const own = all.filter((channel) => channel.members.has(caller.userId) && isOrdinary(channel, appId))
  if (name === undefined) return own.find(({ members }) => members.has(bot)) ?? own[0]
  const wanted = name.replace(/^#/, '')
  const found = all.find((channel) => channel.id === wanted || channel.name === wanted)
  if (found) return found
  const names = own.map((channel) => channel.name)
  throw new Refusal(
    'channel_not_found',
    `There is no channel ${JSON.stringify(name)} in ${team}${suggestion(wanted, names)}`,
  )
}

/** A channel in which everybody may write, and the app may be. */
function isOrdinary(channel: Channel, appId: string): boolean {
  const { kind, archived, deleted, suspended, posting, blocked_apps: blocked, shared_with: others } = channel
  const isChannel = kind === 'public' || kind === 'private'
  const isOpen = !archived && !deleted && !suspended && posting === 'everyone'
  return isChannel && isOpen && !blocked.includes(appId) && others.length === 0
}
