import { z } from 'zod'
import { defaultSettings, type Settings } from '#domain/settings'
import { duration, methodName, strict, text } from './values.ts'

const { files, service, status, stream } = defaultSettings

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
    profile: z.enum(['contract', 'slack']).default('contract').describe('Sets several settings at once.'),
    stream: strict({
      idle_timeout: duration.default(stream.idleTimeout).describe('A stream without an append for so long has failed.'),
      lifetime: duration.optional().describe('A stream that is older has failed. The profile slack says 300s.'),
      audience: z.enum(['recipient', 'members']).default(stream.audience).describe('Who sees a reply grow.'),
      max_text: z
        .int()
        .min(1)
        .default(stream.maxText)
        .describe('Characters in one message that streams, tasks and blocks included.'),
    }).prefault({}),
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
  const { profile, methods } = given
  const lifetime = given.stream.lifetime ?? (profile === 'slack' ? 300_000 : stream.lifetime)
  const { idle_timeout: idleTimeout, audience, max_text: maxText } = given.stream
  return {
    service: { name: given.service.name, wireName: given.service.wire_name },
    profile,
    stream: { idleTimeout, lifetime, audience, maxText },
    status: given.status,
    files: { maxSize: given.files.max_size, maxPerTeam: given.files.max_per_team },
    reservedUsernames: given.reserved_usernames,
    methods,
  }
}
