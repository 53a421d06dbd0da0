import type { Selectable } from 'kysely'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { byText } from './canonical.ts'
import { readChannels } from './channels.ts'
import type { PersonState, ScheduledState, ViewState, WorkspaceState } from './state.ts'

/** Everything of a team but its messages and files. */
export async function readState(db: Db, teamId: string): Promise<Omit<WorkspaceState, 'messages' | 'files'>> {
  const team = await db
    .selectFrom('teams')
    .select(['id', 'name', 'domain'])
    .where('id', '=', teamId)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!team) throw new Refusal('team_not_found', `"team": ${JSON.stringify(teamId)} is no team of this server.`)
  const users = await db.selectFrom('users').selectAll().where('team_id', '=', teamId).execute()
  return {
    version: 1,
    team,
    people: users.flatMap(toPerson).toSorted(byId),
    apps: await readApps(db, users),
    channels: await readChannels(db, teamId),
    usergroups: await readUsergroups(db, teamId),
    ...(await readThreads(db, teamId)),
    views: await readViews(db, teamId),
    scheduled: await readScheduled(db, teamId),
  }
}

type UserRow = Selectable<Tables['users']>

function toPerson(row: UserRow): PersonState[] {
  if (row.app_id !== null) return []
  const { id, name, real_name, display_name, email, admin, deleted: deactivated, profile } = row
  const { title = '', status_text = '', status_emoji = '' } = profile
  const own = { id, name, real_name, display_name, admin, deactivated, title, status_text, status_emoji }
  return [email === null ? own : { ...own, email }]
}

async function readApps(db: Db, users: readonly UserRow[]): Promise<WorkspaceState['apps']> {
  const bots = users.flatMap(({ id, app_id: app, real_name, name, deleted }) =>
    app === null || deleted ? [] : [{ id: app, bot_user: id, name: real_name || name }],
  )
  const rows = await db
    .selectFrom('installations')
    .innerJoin('apps', 'apps.id', 'installations.app_id')
    .select(['apps.id', 'apps.manifest'])
    .where('installations.team_id', '=', users[0]?.team_id ?? '')
    .execute()
  const titles = new Map(rows.map(({ id, manifest }) => [id, titleOf(manifest)]))
  return bots.map((bot) => ({ ...bot, name: titles.get(bot.id) ?? bot.name })).toSorted(byId)
}

function titleOf(manifest: Record<string, unknown>): string | undefined {
  const name: unknown = Object(manifest['display_information']).name
  return typeof name === 'string' ? name : undefined
}

async function readUsergroups(db: Db, teamId: string): Promise<WorkspaceState['usergroups']> {
  const rows = await db.selectFrom('usergroups').selectAll().where('team_id', '=', teamId).execute()
  return rows
    .map(({ id, handle, name, users, disabled_at }) => ({
      id,
      handle,
      name,
      users: users.toSorted(byText),
      disabled: disabled_at !== null,
    }))
    .toSorted(byId)
}

async function readThreads(db: Db, teamId: string): Promise<Pick<WorkspaceState, 'statuses' | 'threads' | 'sessions'>> {
  const now = db.clock.now()
  const [statuses, threads, sessions] = [
    await db.selectFrom('statuses').selectAll().where('team_id', '=', teamId).execute(),
    await db.selectFrom('threads').selectAll().where('team_id', '=', teamId).execute(),
    await db.selectFrom('agent_sessions').selectAll().where('team_id', '=', teamId).execute(),
  ]
  return {
    statuses: statuses
      .filter(({ ends_at: end, text }) => end > now && text !== '')
      .map((row) => ({ ...placeOf(row), app: row.app_id, text: row.text }))
      .toSorted(byPlace),
    threads: threads
      .filter(({ title, prompts }) => title !== null || prompts !== null)
      .map(({ title, prompts, ...row }) => ({
        ...placeOf(row),
        ...(title === null ? {} : { title }),
        ...(prompts === null ? {} : { prompts }),
      }))
      .toSorted(byPlace),
    sessions: sessions
      .map(({ status, processing_ends_at: end, ...row }) => ({
        ...placeOf(row),
        app: row.app_id,
        // It ends by itself, and is stored as it was.
        status: status === 'processing' && end !== null && end <= now ? 'active' : status,
      }))
      .toSorted(byPlace),
  }
}

async function readViews(db: Db, teamId: string): Promise<ViewState[]> {
  const rows = await db.selectFrom('views').selectAll().where('team_id', '=', teamId).execute()
  return rows.map(toView).toSorted(byId)
}

function toView({ id, app_id: app, user_id: user, root_id: root, view }: Selectable<Tables['views']>): ViewState {
  const own: ViewState = { id, app, user, root, type: view.type, blocks: [...view.blocks] }
  if ('title' in view && view.title) own.title = view.title.text
  if (view.callback_id) own.callback_id = view.callback_id
  return own
}

async function readScheduled(db: Db, teamId: string): Promise<ScheduledState[]> {
  const rows = await db.selectFrom('scheduled_messages').selectAll().where('team_id', '=', teamId).execute()
  return rows
    .map(({ id, channel_id: channel, user_id: user, app_id, thread_ts, post_at, draft, failure }) => ({
      id,
      channel,
      user,
      post_at: Math.floor(post_at / 1000),
      text: draft.markdown ?? draft.text,
      ...(app_id === null ? {} : { app: app_id }),
      ...(thread_ts === null ? {} : { thread_ts }),
      ...(failure === null ? {} : { failure }),
    }))
    .toSorted(byId)
}

function placeOf({ channel_id: channel, thread_ts }: { channel_id: string; thread_ts: string }) {
  return { channel, thread_ts }
}

function byId(a: { id: string }, b: { id: string }): number {
  return byText(a.id, b.id)
}

type InThread = { channel: string; thread_ts: string; app?: string }

function byPlace(a: InThread, b: InThread): number {
  return byText(a.channel, b.channel) || byText(a.thread_ts, b.thread_ts) || byText(a.app ?? '', b.app ?? '')
}
