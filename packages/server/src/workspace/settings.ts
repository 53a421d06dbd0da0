import { z } from 'zod'
import { defaultSettings, type Settings } from '#domain/settings/settings'
import { duration, methodName, strict, text } from './values.ts'

const { files, rateTiers, service, status, stream } = defaultSettings

/** All that profiles differ in: what they make the default of settings that may each be set by themselves. */
const profiles = {
  contract: { lifetime: stream.lifetime, unfinishedTasks: stream.unfinishedTasks, rateTiers },
  slack: { lifetime: 300_000, unfinishedTasks: 'error', rateTiers: true },
} as const

/** `settings` of a workspace file, read into the server's own words. */
export function settingsShape(methods: readonly string[] | undefined) {
  return shape(methods).transform(read)
}

function shape(methods: readonly string[] | undefined) {
  return strict({
    service: strict({
      name: text.default(service.name).describe('The name that people see.'),
      wire_name: z
        .string()
        .regex(/^[a-z][a-z0-9_]*$/, 'needs to be lower-case letters, digits and underscores')
        .default(service.wireName)
        .describe('The word for "svc" in identifiers of the wire.'),
    }).prefault({}),
    profile: z.enum(['contract', 'slack']).default('contract').describe('The defaults of several settings at once.'),
    stream: strict({
      idle_timeout: duration.default(stream.idleTimeout).describe('A stream without an append for so long has failed.'),
      lifetime: duration
        .optional()
        .describe('A stream that is older has failed. In the profile slack 300s by default.'),
      unfinished_tasks: z
        .enum(['keep', 'error'])
        .optional()
        .describe('Unfinished tasks of a stream that ends: they stay, or fail as in the profile slack.'),
      audience: z.enum(['recipient', 'members']).default(stream.audience).describe('Who sees a reply grow.'),
      max_text: z
        .int()
        .min(1)
        .default(stream.maxText)
        .describe('Characters in one message that streams, tasks and blocks included.'),
    }).prefault({}),
    rate_tiers: z
      .boolean()
      .optional()
      .describe('True: every method has the limit of its tier, as in the profile slack.'),
    status: strict({
      timeout: duration.default(status.timeout).describe('When a status that nobody clears is gone.'),
      scope: z.enum(['either', 'chat_write_only']).default(status.scope).describe('Which scopes may set a status.'),
    }).prefault({}),
    files: strict({
      max_size: z.int().min(1).default(files.maxSize).describe('Bytes of one file.'),
      max_per_team: z.int().min(1).default(files.maxPerTeam).describe('Bytes of all files of a team.'),
    }).prefault({}),
    reserved_usernames: z.array(text).default([]).describe('Names that no app may take, besides the built-in ones.'),
    methods: z.record(methodName(methods), methodSettings).default({}).describe('By the name of a method.'),
  })
}

const methodSettings = strict({
  deprecated: z.boolean().optional().describe('Answers method_deprecated.'),
  endpoint_deprecated: z.boolean().optional().describe('Answers deprecated_endpoint.'),
  enterprise: z.boolean().optional().describe('False: org-wide tokens are answered enterprise_is_restricted.'),
  token_kinds: z
    .array(z.enum(['bot', 'user', 'app', 'org']))
    .optional()
    .describe('Replaces the declared kinds.'),
}).transform((method) => ({
  deprecated: method.deprecated,
  endpointDeprecated: method.endpoint_deprecated,
  enterprise: method.enterprise,
  tokenKinds: method.token_kinds,
}))

type Given = z.output<ReturnType<typeof shape>>

function read(given: Given): Settings {
  const byProfile = profiles[given.profile]
  const { idle_timeout: idleTimeout, audience, max_text: maxText } = given.stream
  const lifetime = given.stream.lifetime ?? byProfile.lifetime
  const unfinishedTasks = given.stream.unfinished_tasks ?? byProfile.unfinishedTasks
  return {
    service: { name: given.service.name, wireName: given.service.wire_name },
    stream: { idleTimeout, lifetime, unfinishedTasks, audience, maxText },
    rateTiers: given.rate_tiers ?? byProfile.rateTiers,
    status: given.status,
    files: { maxSize: given.files.max_size, maxPerTeam: given.files.max_per_team },
    reservedUsernames: given.reserved_usernames,
    methods: given.methods,
  }
}
