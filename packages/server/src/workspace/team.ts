import { checkBlocks } from '@rivulet/blocks/check'
import { z } from 'zod'
import * as value from './values.ts'
import { strict, text } from './values.ts'

/** One team of a workspace file with everything in it. */
export function teamShape(methods: readonly string[] | undefined) {
  return strict({
    id: value.teamId,
    name: text,
    domain: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'needs to be lower-case letters, digits and dashes'),
    enterprise: value.enterpriseId.optional(),
    deleted: z.boolean().default(false),
    state: z.enum(['active', 'joining_org', 'migrating']).default('active'),
    policies: policies(methods).default({}),
    users: z.array(user).default([]),
    usergroups: z.array(usergroup).default([]),
    emoji: z.record(emojiName, text).default({}).describe('Name to image file, or to "alias:other".'),
    channels: z.array(channel).default([]),
    messages: z.array(message).default([]),
  })
}

function policies(methods: readonly string[] | undefined) {
  return strict({
    posting: z.enum(['everyone', 'admins']).optional().describe('Who may post: restricted_action for the others.'),
    suspended: z.boolean().optional().describe('Posting answers ekm_access_denied.'),
    require_two_factor: z.boolean().optional().describe('two_factor_setup_required for people without it.'),
    networks: z
      .record(value.methodName(methods, '*'), z.array(value.cidr))
      .optional()
      .describe('By method, or * for all: accesslimited outside of these networks.'),
    message_limit: value.perMinute.optional().describe('message_limit_exceeded: all writers of the team together.'),
    app_message_limit: value.perMinute.optional().describe('rate_limited: each app in the team.'),
    rate_limits: z
      .record(value.methodName(methods), value.perMinute)
      .optional()
      .describe('ratelimited: by method, for each app in the team.'),
    connect: strict({
      canvas: z.boolean().optional(),
      file_link: z.boolean().optional(),
      lists: z.boolean().optional(),
    })
      .optional()
      .describe('False: such links are refused in shared channels.'),
  })
}

const user = strict({
  id: value.userId,
  name: text,
  real_name: text.optional(),
  display_name: text.optional(),
  email: z.email('needs to be an address like ana@acme.example').optional(),
  tz: value.timeZone.default('UTC'),
  locale: value.locale.default('en-US'),
  admin: z.boolean().default(false),
  deleted: z.boolean().default(false),
  two_factor: z.boolean().default(false),
  password: text.optional().describe('To sign in with. Only its hash is kept.'),
}).transform((given) => {
  const realName = given.real_name ?? given.name
  return { ...given, real_name: realName, display_name: given.display_name ?? realName }
})

const usergroup = strict({ id: value.id('S'), handle: text, name: text, users: z.array(value.userId).default([]) })

const emojiName = z.string().regex(/^[a-z0-9_'+-]+$/, 'needs to be a name of lower-case letters, digits, _ and -')

const kinds = { C: 'public', G: 'private', D: 'im' } as const

const channel = strict({
  id: value.channelId,
  name: text.optional(),
  kind: z
    .enum(['public', 'private', 'im', 'mpim', 'canvas'])
    .optional()
    .describe('By default what the id begins with.'),
  general: z.boolean().default(false),
  archived: z.boolean().default(false),
  deleted: z.boolean().default(false),
  topic: z.string().default(''),
  members: z.array(value.actorId).default([]),
  posting: z.enum(['everyone', 'read_only', 'threads_only']).default('everyone'),
  threads: z.boolean().default(true).describe('False: nobody may reply in a thread.'),
  suspended: z.boolean().default(false).describe('Posting answers ekm_access_denied.'),
  blocked_apps: z.array(value.appId).default([]).describe('Apps that are answered access_denied.'),
  shared_with: z.array(value.teamId).default([]).describe('The other teams of a shared channel.'),
}).transform((given, context) => {
  const kind = given.kind ?? kindOf(given.id)
  const direct = kind === 'im' || kind === 'mpim'
  if (!direct && given.name === undefined) context.addIssue({ code: 'custom', path: ['name'], message: 'is missing' })
  return { ...given, kind, name: direct ? '' : (given.name ?? '') }
})

function kindOf(id: string) {
  if (id.startsWith('G')) return kinds.G
  return id.startsWith('D') ? kinds.D : kinds.C
}

const blocks = z.array(z.record(z.string(), z.unknown())).transform((given, context) => {
  const checked = checkBlocks(given, '')
  if (checked.ok) return checked.value
  for (const { message: words, pointer } of checked.faults) {
    context.addIssue({ code: 'custom', path: keysOf(pointer), message: words })
  }
  return z.NEVER
})

function keysOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}

const message = strict({
  channel: value.channelId,
  user: value.actorId,
  ts: value.messageTs,
  text: z.string().optional().describe('In mrkdwn.'),
  blocks: blocks.optional().describe('In place of the text, or beside it.'),
  thread_ts: value.messageTs.optional().describe('The message that is answered.'),
  locked: z.boolean().default(false).describe('Nobody may answer in its thread.'),
  client_msg_id: text.optional(),
  deleted: z.boolean().default(false),
}).refine((given) => given.text !== undefined || given.blocks !== undefined, 'needs text or blocks')
