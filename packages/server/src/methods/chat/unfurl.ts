import { checkAttachments } from '@rivulet/blocks/check'
import type { GivenAttachment } from '@rivulet/blocks/types'
import { z } from 'zod'
import { findReachableChannel } from '#domain/channels/access'
import { parseUnfurlId, unfurlLinks } from '#domain/links/unfurl'
import { isObject } from '#domain/jsonObjects'
import { faultFrom, structured } from '#rpc/args/structured'
import { channelId, messageTs, textUpTo } from '#rpc/args/values'
import { channelAccessErrors } from '#rpc/errors/channelAccess'
import { attachmentErrors } from '#rpc/errors/content'
import { writingMethod } from '#rpc/method'

const maxUnfurls = 50

/** Attachments by address. Refused with `invalid_unfurls_format`, or `cannot_parse_attachment` with pointers. */
const unfurls = structured('object', 'invalid_unfurls_format', (value) => {
  const entries = isObject(value) ? Object.entries(value) : []
  if (!isObject(value) || entries.length > maxUnfurls) {
    const detail = `\`unfurls\` must be an object with at most ${maxUnfurls} addresses as keys.`
    return { code: 'invalid_unfurls_format', detail, messages: [] }
  }
  const found = new Map<string, GivenAttachment>()
  for (const [url, given] of entries) {
    const pointer = `/unfurls/${url.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const checked = checkAttachments([given], pointer)
    if (!checked.ok) return faultFrom('cannot_parse_attachment', 'An attachment is not valid', checked.faults)
    const [attachment] = checked.value
    if (attachment) found.set(url, attachment)
  }
  return { value: found }
})

export const unfurl = writingMethod('chat.unfurl', {
  summary: 'Attaches what the app says of links to the message that has these links.',
  tokens: ['bot', 'user'],
  scopes: ['links:write'],
  rate: 'tier3',

  args: z.object({
    channel: channelId.optional().describe('The channel of the message. Needed without `unfurl_id`.'),
    ts: messageTs.optional().describe('The message. Needed without `unfurl_id`.'),
    unfurl_id: textUpTo(300).optional().describe('The message, as in the event `link_shared`.'),
    source: z.enum(['conversations_history', 'composer']).optional().describe('As in the event `link_shared`.'),
    unfurls: unfurls
      .optional()
      .describe('An attachment for each address, or blocks: `{"https://…": {"blocks": […]}}`.'),
  }),

  result: z.object({}),

  errors: {
    ...channelAccessErrors,
    missing_unfurls: 'There are no `unfurls`, or they say nothing.',
    invalid_unfurls_format: 'The `unfurls` are not a JSON object with addresses as keys.',
    cannot_parse_attachment: {
      wrong: 'What is said of a link is not a valid attachment.',
      cause: 'A field has a wrong type or is too long, or a block is not valid.',
      remedy: 'Fix what `response_metadata.messages` names.',
    },
    attachment_payload_limit_exceeded: attachmentErrors.attachment_payload_limit_exceeded,
    cannot_find_message: 'No message of the channel has this `ts`.',
    cannot_unfurl_message: {
      wrong: 'The message does not have this link.',
      cause: 'The address differs from the link in the message, or the message streams or is a system message.',
      remedy: 'Send the addresses as they are in the event `link_shared`.',
    },
    cannot_unfurl_url: {
      wrong: 'The app does not describe links to this host.',
      cause: '`features.unfurl_domains` of its manifest has no domain for it.',
      remedy: 'Add the domain to the manifest.',
    },
    cannot_unfurl_without_app: 'The token belongs to no app.',
  },

  /** [UNF-2] */
  async handle(args, { caller: tokenCaller, db, refuse }) {
    const named = args.unfurl_id === undefined ? args : parseUnfurlId(args.unfurl_id)
    if (named?.channel === undefined || named.ts === undefined)
      throw refuse('invalid_arguments', 'Send `channel` and `ts`, or the `unfurl_id` and `source` of the event.')
    const { channel, caller } = await findReachableChannel(db, tokenCaller, named.channel, { anyPublic: true })
    if (!caller.app) throw refuse('cannot_unfurl_without_app', 'Links are described by apps.')
    if (!args.unfurls?.size) throw refuse('missing_unfurls', 'Send `unfurls`, with an attachment for each address.')
    await unfurlLinks(db, caller.app, channel, named.ts, args.unfurls)
    return {}
  },
})
