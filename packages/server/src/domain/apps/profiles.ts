import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Prompt, Tables } from '#store/tables/tables'
import type { CallingApp } from '#domain/access/caller'
import { manifestFacts, type Shortcut, type SlashCommand } from './manifest.ts'

export interface AppProfile {
  id: string
  botId: string
  botUser: string
  name: string
  description: string | undefined
  /** What its manifest suggests to ask. */
  prompts: readonly Prompt[]
  /** Whether it hears of a reader who presses Stop. */
  hearsStop: boolean
  /** Whether it has a page of its own for each person. */
  homeTab: boolean
  /** Whether people can write to it: not at all, or it does not read. */
  messages: 'on' | 'off' | 'read_only'
  /** Whether people speak with it in threads. */
  converses: boolean
  removed: boolean
}

export async function appProfiles(db: Db, ids: readonly string[]): Promise<Map<string, AppProfile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('apps')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map((row) => {
      const { name, description, prompts, hearsStop, homeTab, converses, ...facts } = manifestFacts(
        row.manifest,
        row.id,
      )
      const messages = !facts.messagesTab ? 'off' : facts.messagesReadOnly ? 'read_only' : 'on'
      const { id, bot_id: botId, bot_user: botUser, removed } = row
      return [id, { id, botId, botUser, name, description, prompts, hearsStop, homeTab, messages, converses, removed }]
    }),
  )
}

/** The app of a bot id, where it is installed in the team. */
export async function appOfBot(db: Db, teamId: string, botId: string): Promise<AppProfile | undefined> {
  const row = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .select('apps.id')
    .where('bot_id', '=', botId)
    .where('installations.team_id', '=', teamId)
    .executeTakeFirst()
  return row && (await appProfiles(db, [row.id])).get(row.id)
}

/** What a call of an app knows of it. */
export function callingApp(row: Selectable<Tables['apps']>): CallingApp {
  const { id, bot_id: botId, bot_user: botUser } = row
  const { name, messagesTab, agent, hearsStop } = manifestFacts(row.manifest, id)
  return { id, botId, botUser, name, messagesTab, agent, hearsStop }
}

/** An app that is there for a team: with what it declares, and what requests to it are signed with. */
export interface InstalledApp {
  calling: CallingApp
  declared: ReturnType<typeof manifestFacts>
  signingSecret: string | null
}

/** Undefined where it is not installed, or removed. */
export async function installedApp(db: Db, teamId: string, id: string): Promise<InstalledApp | undefined> {
  const row = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .selectAll('apps')
    .where('apps.id', '=', id)
    .where('installations.team_id', '=', teamId)
    .where('removed', '=', false)
    .executeTakeFirst()
  return (
    row && { calling: callingApp(row), declared: manifestFacts(row.manifest, id), signingSecret: row.signing_secret }
  )
}

/** What a team's apps offer beside their messages. */
export interface Offer {
  appId: string
  commands: readonly SlashCommand[]
  shortcuts: readonly Shortcut[]
}

export async function offersIn(db: Db, teamId: string): Promise<Offer[]> {
  const rows = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .select(['apps.id', 'manifest'])
    .where('installations.team_id', '=', teamId)
    .where('removed', '=', false)
    .orderBy('apps.id')
    .execute()
  return rows.map(({ id, manifest }) => ({ appId: id, ...manifestFacts(manifest, id) }))
}
