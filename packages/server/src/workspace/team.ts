import { emailPattern } from '#domain/people/email'
import { type Checked, checkAttachments, checkBlocks } from '@rivulet/blocks/check'
import { z } from 'zod'
import * as value from './values.ts'
import { strictObject, text } from './values.ts'

/** One team of a workspace file with everything in it. */
export function teamSchema(methods: readonly string[] | undefined) {
  return strictObject({
    id: value.teamId,
    name: text,
    domain: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'needs to be lower-case letters, digits and dashes'),
    enterprise: value.enterpriseId.optional(),
    deleted: z.boolean().default(false),
    state: z.enum(['active', 'joining_org', 'migrating']).default('active'),
    policies: policies(methods).default({}),
    users: z.array(userSchema).default([]),
    usergroups: z.array(usergroupSchema).default([]),
    emoji: z.record(emojiName, text).default({}).describe('By name: an image file, or "alias:other".'),
    channels: z.array(channelSchema).default([]),
    messages: z.array(message).default([]),
  })
}

function policies(methods: readonly string[] | undefined) {
  return strictObject({
    posting: z.enum(['everyone', 'admins']).optional().describe('Who may post. Others are answered restricted_action.'),
    suspended: z.boolean().optional().describe('If true, posts are refused with ekm_access_denied.'),
    require_two_factor: z
      .boolean()
      .optional()
      .describe('If true, people without two-factor authentication are refused with two_factor_setup_required.'),
    networks: z
      .record(value.methodName(methods, '*'), z.array(value.cidr))
      .optional()
      .describe('By method, or * for all: calls from outside these networks are answered accesslimited.'),
    message_limit: value.perMinute
      .optional()
      .describe('For everyone in the team together. Further posts are refused with message_limit_exceeded.'),
    app_message_limit: value.perMinute
      .optional()
      .describe('For each app in the team. Further posts are refused with rate_limited.'),
    rate_limits: z
      .record(value.methodName(methods), value.perMinute)
      .optional()
      .describe('By method, for each app in the team. Further calls are refused with ratelimited.'),
    connect: strictObject({
      canvas: z.boolean().optional(),
      file_link: z.boolean().optional(),
      lists: z.boolean().optional(),
    })
      .optional()
      .describe('False refuses such links in shared channels.'),
  })
}

const userSchema = strictObject({
  id: value.userId,
  name: text,
  real_name: text.optional(),
  display_name: text.optional(),
  title: z.string().max(100).optional().describe('What they do, shown on their card.'),
  email: z.email({ pattern: emailPattern, error: 'needs to be an address like ana@acme.example' }).optional(),
  tz: value.timeZone.default('UTC'),
  locale: value.locale.default('en-US'),
  admin: z.boolean().default(false),
  deleted: z.boolean().default(false),
  two_factor: z.boolean().default(false),
  password: text.optional().describe('The password to sign in with. Only its hash is stored.'),
}).transform((raw) => {
  const realName = raw.real_name ?? raw.name
  return { ...raw, real_name: realName, display_name: raw.display_name ?? realName }
})

const usergroupSchema = strictObject({
  id: value.id('S'),
  handle: text,
  name: text,
  users: z.array(value.userId).default([]),
})

const emojiName = z.string().regex(/^[a-z0-9_'+-]+$/, 'needs to be a name of lower-case letters, digits, _ and -')

const kinds = { C: 'public', G: 'private', D: 'im' } as const

const channelSchema = strictObject({
  id: value.channelId,
  name: text.optional(),
  kind: z
    .enum(['public', 'private', 'im', 'mpim', 'canvas'])
    .optional()
    .describe('The default follows from the first letter of the id.'),
  general: z.boolean().default(false),
  archived: z.boolean().default(false),
  deleted: z.boolean().default(false),
  topic: z.string().default(''),
  members: z.array(value.actorId).default([]),
  posting: z.enum(['everyone', 'read_only', 'threads_only']).default('everyone'),
  threads: z.boolean().default(true).describe('False refuses replies.'),
  suspended: z.boolean().default(false).describe('If true, posts are refused with ekm_access_denied.'),
  blocked_apps: z.array(value.appId).default([]).describe('Apps that are answered access_denied in this channel.'),
  shared_with: z.array(value.teamId).default([]).describe('The other teams of a shared channel.'),
}).transform((raw, context) => {
  const kind = raw.kind ?? kindOf(raw.id)
  const direct = kind === 'im' || kind === 'mpim'
  if (!direct && raw.name === undefined) context.addIssue({ code: 'custom', path: ['name'], message: 'is missing' })
  return { ...raw, kind, name: direct ? '' : (raw.name ?? '') }
})

function kindOf(id: string) {
  if (id.startsWith('G')) return kinds.G
  return id.startsWith('D') ? kinds.D : kinds.C
}

const items = z.array(z.record(z.string(), z.unknown()))
const blocksSchema = items.transform((raw, context) => valueOf(checkBlocks(raw, ''), context))
const attachmentsSchema = items.transform((raw, context) => valueOf(checkAttachments(raw, ''), context))

function valueOf<T>(checked: Checked<T>, context: z.core.$RefinementCtx): T {
  if (checked.ok) return checked.value
  for (const { message: detail, pointer } of checked.faults) {
    context.addIssue({ code: 'custom', path: keysOf(pointer), message: detail })
  }
  return z.NEVER
}

function keysOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}

const message = strictObject({
  channel: value.channelId,
  user: value.actorId,
  ts: value.messageTs,
  text: z.string().optional().describe('In mrkdwn.'),
  blocks: blocksSchema.optional().describe('Instead of the text or in addition to it.'),
  attachments: attachmentsSchema.optional().describe('Below the text and blocks, or instead of them.'),
  thread_ts: value.messageTs.optional().describe('The ts of the root, for a reply.'),
  locked: z.boolean().default(false).describe('True refuses replies in its thread.'),
  client_msg_id: text.optional(),
  deleted: z.boolean().default(false),
}).refine(
  (raw) => raw.text !== undefined || raw.blocks !== undefined || raw.attachments?.length,
  'needs text, blocks or attachments',
)
