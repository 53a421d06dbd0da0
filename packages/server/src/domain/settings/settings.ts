import type { Db } from '#store/db'
import { Remembered } from '#store/cache'
import type { Soon } from '#store/maybePromise'

/** What a workspace file may set for the whole server. Durations in milliseconds, 0 for none. */
export interface Settings {
  service: { name: string; wireName: string }
  stream: {
    idleTimeout: number
    lifetime: number
    /** [STR-7] What becomes of a task that is not finished when its stream ends. */
    unfinishedTasks: 'keep' | 'error'
    audience: 'recipient' | 'members'
    maxText: number
  }
  /** Whether methods without a limit of their own have that of their tier. */
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

const settings = new Remembered<Settings>((entry) => (entry.kind === 'team' ? 'all' : undefined))

export function settingsOf(db: Db): Soon<Settings> {
  return settings.get(db, '', async (): Promise<Settings> => {
    const row = await db.selectFrom('meta').select('value').where('key', '=', 'settings').executeTakeFirst()
    return row ? { ...defaultSettings, ...JSON.parse(row.value) } : defaultSettings
  })
}
