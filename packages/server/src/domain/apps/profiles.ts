import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Prompt } from '#store/tables/threads'
import type { Tables } from '#store/tables/tables'
import type { CallingApp } from '#domain/access/caller'
import { readManifest, type Shortcut, type SlashCommand } from './manifest.ts'
import { openSigningSecret } from './secrets.ts'

export interface AppProfile {
  id: string
  botId: string
  botUser: string
  name: string
  description: string | undefined
  /** What it says of itself as an agent or assistant. */
  agentDescription: string | undefined
  /** The prompts that its manifest suggests. */
  prompts: readonly Prompt[]
  /** Whether it subscribes to the event that says a reader has pressed Stop. */
  handlesStop: boolean
  /** Whether it has a Home tab. */
  homeTab: boolean
  /** `off`: it has no messages. `read_only`: it writes, and people cannot. */
  messages: 'on' | 'off' | 'read_only'
  /** Whether people talk to it in threads. */
  usesAssistantThreads: boolean
  /** Whether its bot user is always shown as active. */
  alwaysOnline: boolean
  /** Whether it is an agent. */
  agent: boolean
  removed: boolean
}

export async function findAppProfiles(db: Db, ids: readonly string[]): Promise<Map<string, AppProfile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('apps')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map((row) => {
      const manifest = readManifest(row.manifest, row.id)
      const {
        name,
        description,
        prompts,
        handlesStop,
        homeTab,
        usesAssistantThreads,
        alwaysOnline,
        agent,
        agentDescription,
        ...facts
      } = manifest
      const messages = !facts.messagesTab ? 'off' : facts.messagesReadOnly ? 'read_only' : 'on'
      const { id, bot_id: botId, bot_user: botUser, removed } = row
      return [
        id,
        {
          id,
          botId,
          botUser,
          name,
          description,
          agentDescription,
          prompts,
          handlesStop,
          homeTab,
          messages,
          usesAssistantThreads,
          alwaysOnline,
          agent,
          removed,
        },
      ]
    }),
  )
}

/** [MSG-38] The bot id of what an app posts as a person, with a user token. It is not that of its bot user. */
export function userBotIdOf(botId: string): string {
  return `${botId}U`
}

/** Finds the app of a bot id, of either kind, if it is installed in the team. */
export async function findAppByBotId(db: Db, teamId: string, botId: string): Promise<AppProfile | undefined> {
  const row = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .select('apps.id')
    .where('bot_id', 'in', [botId, ...(botId.endsWith('U') ? [botId.slice(0, -1)] : [])])
    .where('installations.team_id', '=', teamId)
    .executeTakeFirst()
  return row && (await findAppProfiles(db, [row.id])).get(row.id)
}

/** Reads what a caller knows about its app. */
export function toCallingApp(row: Selectable<Tables['apps']>): CallingApp {
  const { id, bot_id: botId, bot_user: botUser } = row
  const { name, messagesTab, agent, handlesStop } = readManifest(row.manifest, id)
  return { id, botId, botUser, name, messagesTab, agent, handlesStop }
}

/** An app that is installed in a team, with its manifest and the secret that signs requests to it. */
export interface InstalledApp {
  calling: CallingApp
  manifest: ReturnType<typeof readManifest>
  signingSecret: string
}

/** Undefined if the app is not installed, or was removed. */
export async function findInstalledApp(db: Db, teamId: string, id: string): Promise<InstalledApp | undefined> {
  const row = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .selectAll('apps')
    .where('apps.id', '=', id)
    .where('installations.team_id', '=', teamId)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (!row) return undefined
  const manifest = readManifest(row.manifest, id)
  return { calling: toCallingApp(row), manifest, signingSecret: openSigningSecret(db, row) }
}

/** The slash commands and shortcuts of an app. */
export interface AppActions {
  appId: string
  commands: readonly SlashCommand[]
  shortcuts: readonly Shortcut[]
}

export async function listAppActions(db: Db, teamId: string): Promise<AppActions[]> {
  const rows = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .select(['apps.id', 'manifest'])
    .where('installations.team_id', '=', teamId)
    .where('removed', '=', false)
    .orderBy('apps.id')
    .execute()
  return rows.map(({ id, manifest }) => ({ appId: id, ...readManifest(manifest, id) }))
}
