import type { Db } from '#store/db'
import { CacheRegion } from '#store/cache'
import type { MaybePromise } from '#store/maybePromise'

/** What a workspace file may set for the whole server. Durations in milliseconds, 0 for none. */
export interface Settings {
  service: { name: string; wireName: string }
  stream: {
    idleTimeout: number
    lifetime: number
    /** [STR-7] What happens to unfinished tasks when their stream ends. */
    unfinishedTasks: 'keep' | 'error'
    audience: 'recipient' | 'members'
    maxText: number
  }
  /** Whether a method without its own rate limit has that of its tier. */
  rateTiers: boolean
  status: { timeout: number; scope: 'either' | 'chat_write_only' }
  /** Bytes: of one file, and of all files of a team. */
  files: { maxSize: number; maxPerTeam: number }
  reservedUsernames: string[]
  methods: Record<string, MethodSettings>
}

export interface MethodSettings {
  deprecated?: boolean | undefined
  endpointDeprecated?: boolean | undefined
  enterprise?: boolean | undefined
  tokenKinds?: ('bot' | 'user' | 'app' | 'org')[] | undefined
}

export const defaultSettings: Settings = {
  service: { name: 'Rivulet', wireName: 'slack' },
  stream: { idleTimeout: 600_000, lifetime: 0, unfinishedTasks: 'keep', audience: 'recipient', maxText: 400_000 },
  rateTiers: false,
  status: { timeout: 120_000, scope: 'either' },
  files: { maxSize: 100 * 1024 ** 2, maxPerTeam: 10 * 1024 ** 3 },
  reservedUsernames: [],
  methods: {},
}

const settingsCache = new CacheRegion<Settings>((entry) => (entry.kind === 'team' ? 'all' : undefined))

export function getSettings(db: Db): MaybePromise<Settings> {
  return settingsCache.get(db, '', async (): Promise<Settings> => {
    const row = await db.selectFrom('meta').select('value').where('key', '=', 'settings').executeTakeFirst()
    return row ? { ...defaultSettings, ...JSON.parse(row.value) } : defaultSettings
  })
}
