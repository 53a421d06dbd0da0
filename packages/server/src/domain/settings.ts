import type { Db } from '#store/db'
import { Remembered } from '#store/memory'
import type { Soon } from '#store/soon'

/** What a workspace file may set for the whole server. Durations in milliseconds, 0 for none. */
export interface Settings {
  service: { name: string; wireName: string }
  profile: 'contract' | 'slack'
  stream: { idleTimeout: number; lifetime: number; audience: 'recipient' | 'members'; maxText: number }
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
  profile: 'contract',
  stream: { idleTimeout: 600_000, lifetime: 0, audience: 'recipient', maxText: 400_000 },
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
