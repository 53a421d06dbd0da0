import type { Db } from '#store/db'
import { CacheRegion } from '#store/cache'
import type { MaybePromise } from '#store/maybePromise'
import { differences } from './profiles.ts'

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
  /** Bytes: of one file, of all files of a team or a person, and what the disk keeps free of files. */
  files: { maxSize: number; maxPerTeam: number; maxPerPerson: number; keepFree: number }
  /** [LIM-1] How much of something there may be at a time. A person is also a bot user. */
  limits: {
    channelsPerPerson: number
    channelsPerTeam: number
    streamsPerApp: number
    streamsPerTeam: number
    feedsPerPerson: number
    feedsPerTeam: number
    scheduledPerPerson: number
    scheduledPerApp: number
    scheduledPerTeam: number
    uploadsPerPerson: number
    pendingUploadsPerPerson: number
    downloadsPerPerson: number
  }
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
  files: {
    maxSize: 100 * 1024 ** 2,
    maxPerTeam: 10 * 1024 ** 3,
    maxPerPerson: 5 * 1024 ** 3,
    keepFree: 500 * 1024 ** 2,
  },
  limits: {
    channelsPerPerson: 5000,
    channelsPerTeam: 50_000,
    streamsPerApp: 1000,
    streamsPerTeam: 5000,
    feedsPerPerson: 50,
    feedsPerTeam: 10_000,
    scheduledPerPerson: 100,
    scheduledPerApp: 1000,
    scheduledPerTeam: 10_000,
    uploadsPerPerson: 8,
    pendingUploadsPerPerson: 100,
    downloadsPerPerson: 8,
  },
  reservedUsernames: [],
  methods: {},
}

const settingsCache = new CacheRegion<Settings>((entry) => (entry.kind === 'team' ? 'all' : undefined))

export function getSettings(db: Db): MaybePromise<Settings> {
  return settingsCache.get(db, '', async (): Promise<Settings> => {
    const row = await db.selectFrom('meta').select('value').where('key', '=', 'settings').executeTakeFirst()
    if (!row) return withProfile(defaultSettings, db.cache.profile)
    const { files, limits, ...stored } = JSON.parse(row.value)
    const settings = {
      ...defaultSettings,
      ...stored,
      files: { ...defaultSettings.files, ...files },
      limits: { ...defaultSettings.limits, ...limits },
    }
    return withProfile(settings, db.cache.profile)
  })
}

/** Settings with the values of a profile, except for those that are set by themselves. */
function withProfile(settings: Settings, profile: Db['cache']['profile']): Settings {
  if (!profile) return settings
  const { name, except } = profile
  const { lifetime, unfinishedTasks, maxText, rateTiers } = differences
  const { stream } = settings
  return {
    ...settings,
    stream: {
      ...stream,
      lifetime: except.has(lifetime.setting) ? stream.lifetime : lifetime[name],
      unfinishedTasks: except.has(unfinishedTasks.setting) ? stream.unfinishedTasks : unfinishedTasks[name],
      maxText: except.has(maxText.setting) ? stream.maxText : maxText[name],
    },
    rateTiers: except.has(rateTiers.setting) ? settings.rateTiers : rateTiers[name],
  }
}
