import { z } from 'zod'
import { differences, profileNames } from '#domain/settings/profiles'
import { defaultSettings, type Settings } from '#domain/settings/settings'
import { duration, methodName, strictObject, text } from './values.ts'

const { files, limits, service, status, stream } = defaultSettings
const { lifetime, unfinishedTasks, maxText, rateTiers } = differences

/** `settings` of a workspace file, converted to the server's `Settings`. */
export function settingsSchema(methods: readonly string[] | undefined) {
  return rawSettingsSchema(methods).transform(toSettings)
}

function rawSettingsSchema(methods: readonly string[] | undefined) {
  return strictObject({
    service: strictObject({
      name: text.default(service.name).describe('The name that people see.'),
      wire_name: z
        .string()
        .regex(/^[a-z][a-z0-9_]*$/, 'needs to be lower-case letters, digits and underscores')
        .default(service.wireName)
        .describe('Replaces "svc" in error codes.'),
    }).prefault({}),
    profile: z.enum(profileNames).default('contract').describe('The defaults of several settings at once.'),
    stream: strictObject({
      idle_timeout: duration
        .default(stream.idleTimeout)
        .describe('A stream fails if there is no append for this long.'),
      lifetime: duration.optional().describe('A stream fails at this age. The default in the profile slack is 300s.'),
      unfinished_tasks: z
        .enum(['keep', 'error'])
        .optional()
        .describe('What becomes of unfinished tasks when a stream ends. The default in the profile slack is error.'),
      audience: z
        .enum(['recipient', 'members'])
        .default(stream.audience)
        .describe('Who sees a reply while it streams.'),
      max_text: z
        .int()
        .min(1)
        .optional()
        .describe(
          'The maximum number of characters in a streamed message, tasks and blocks included. The default in the profile slack is 12000.',
        ),
    }).prefault({}),
    rate_tiers: z
      .boolean()
      .optional()
      .describe('True limits every method by its tier. The default in the profile slack is true.'),
    status: strictObject({
      timeout: duration.default(status.timeout).describe('How long a status lasts if nobody clears it.'),
      scope: z.enum(['either', 'chat_write_only']).default(status.scope).describe('Which scopes may set a status.'),
    }).prefault({}),
    files: strictObject({
      max_size: z.int().min(1).default(files.maxSize).describe('The maximum size of a file in bytes.'),
      max_per_team: z
        .int()
        .min(1)
        .default(files.maxPerTeam)
        .describe('The maximum size of all files of a team in bytes.'),
      max_per_person: z
        .int()
        .min(1)
        .default(files.maxPerPerson)
        .describe('The maximum size of all files of one person, or of one app, in bytes.'),
      keep_free: z
        .int()
        .min(0)
        .default(files.keepFree)
        .describe('Files are refused if the disk would have fewer free bytes than this, or less than 5 % of it free.'),
    }).prefault({}),
    limits: strictObject({
      channels_per_person: count(
        limits.channelsPerPerson,
        'channels and group direct messages that one person or app has created',
      ),
      channels_per_team: count(limits.channelsPerTeam, 'channels and group direct messages of a team'),
      streams_per_app: count(limits.streamsPerApp, 'open streams of one app in a team'),
      streams_per_team: count(limits.streamsPerTeam, 'open streams of a team'),
      feeds_per_person: count(limits.feedsPerPerson, 'pages that one person has open'),
      feeds_per_team: count(limits.feedsPerTeam, 'pages that a team has open'),
      scheduled_per_person: count(limits.scheduledPerPerson, 'scheduled messages of one person'),
      scheduled_per_app: count(limits.scheduledPerApp, 'scheduled messages of one app in a team'),
      scheduled_per_team: count(limits.scheduledPerTeam, 'scheduled messages of a team'),
      uploads_per_person: count(limits.uploadsPerPerson, 'files that one person or app sends at the same time'),
      pending_uploads_per_person: count(
        limits.pendingUploadsPerPerson,
        'files that one person or app has begun and not completed',
      ),
      downloads_per_person: count(limits.downloadsPerPerson, 'files that one person or app reads at the same time'),
    }).prefault({}),
    reserved_usernames: z
      .array(text)
      .default([])
      .describe('Names that no app may use, in addition to the built-in ones.'),
    methods: z.record(methodName(methods), methodSettings).default({}).describe('Settings by method name.'),
  })
}

function count(most: number, of: string) {
  return z.int().min(1).default(most).describe(`The maximum number of ${of}.`)
}

const methodSettings = strictObject({
  deprecated: z.boolean().optional().describe('If true, the method answers method_deprecated.'),
  endpoint_deprecated: z.boolean().optional().describe('If true, the method answers deprecated_endpoint.'),
  enterprise: z.boolean().optional().describe('False answers enterprise_is_restricted to org-wide tokens.'),
  token_kinds: z
    .array(z.enum(['bot', 'user', 'app', 'org']))
    .optional()
    .describe('The kinds of token that may call the method, instead of the declared ones.'),
}).transform((method) => ({
  deprecated: method.deprecated,
  endpointDeprecated: method.endpoint_deprecated,
  enterprise: method.enterprise,
  tokenKinds: method.token_kinds,
}))

type RawSettings = z.output<ReturnType<typeof rawSettingsSchema>>

function toSettings(raw: RawSettings): Settings {
  const { profile } = raw
  const { idle_timeout: idleTimeout, audience } = raw.stream
  return {
    service: { name: raw.service.name, wireName: raw.service.wire_name },
    stream: {
      idleTimeout,
      lifetime: raw.stream.lifetime ?? lifetime[profile],
      unfinishedTasks: raw.stream.unfinished_tasks ?? unfinishedTasks[profile],
      audience,
      maxText: raw.stream.max_text ?? maxText[profile],
    },
    rateTiers: raw.rate_tiers ?? rateTiers[profile],
    status: raw.status,
    files: {
      maxSize: raw.files.max_size,
      maxPerTeam: raw.files.max_per_team,
      maxPerPerson: raw.files.max_per_person,
      keepFree: raw.files.keep_free,
    },
    limits: {
      channelsPerPerson: raw.limits.channels_per_person,
      channelsPerTeam: raw.limits.channels_per_team,
      streamsPerApp: raw.limits.streams_per_app,
      streamsPerTeam: raw.limits.streams_per_team,
      feedsPerPerson: raw.limits.feeds_per_person,
      feedsPerTeam: raw.limits.feeds_per_team,
      scheduledPerPerson: raw.limits.scheduled_per_person,
      scheduledPerApp: raw.limits.scheduled_per_app,
      scheduledPerTeam: raw.limits.scheduled_per_team,
      uploadsPerPerson: raw.limits.uploads_per_person,
      pendingUploadsPerPerson: raw.limits.pending_uploads_per_person,
      downloadsPerPerson: raw.limits.downloads_per_person,
    },
    reservedUsernames: raw.reserved_usernames,
    methods: raw.methods,
  }
}
