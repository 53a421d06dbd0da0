import { codePoints } from '@rivulet/blocks/codePoints'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { z } from 'zod'
import { checkSharing } from '#domain/connect'
import { postMessage as post } from '#domain/messages/post'
import { repeatedMessage } from '#domain/messages/repeated'
import { openRoot, postablePlace } from '#domain/posting'
import { processing as processed } from '#domain/processing'
import { checkUsername } from '#domain/usernames'
import { appearance, appearanceOf, blocks, channelId, messageTs, metadata, textUpTo } from '#rpc/args'
import { writingMethod } from '#rpc/method'
import { postingErrors } from '#rpc/postingErrors'
import { messageShape, messagesOnWire } from '#methods/shape/message'

const longestText = 40_000
const longestMarkdown = 12_000

export const postMessage = writingMethod('chat.postMessage', {
  summary: 'Posts a message to a channel, a direct message or a thread.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'special',

  args: z.object({
    channel: channelId.describe('Where to post.'),
    text: z.string().optional().describe('The message as mrkdwn; beside `blocks`, what notifications say.'),
    blocks: blocks.optional().describe('The message as blocks, at most 50.'),
    markdown_text: z
      .string()
      .optional()
      .describe('The message as Markdown, at most 12,000 characters; not beside the other two.'),
    thread_ts: messageTs.optional().describe('The message to reply to.'),
    metadata: metadata.optional().describe('Facts for other apps: `event_type` and `event_payload`.'),
    client_msg_id: textUpTo(255).optional().describe('Makes the call repeatable: the same id, the same message.'),
    ...appearance,
  }),

  result: z.object({ channel: channelId, ts: messageTs, message: messageShape }),

  errors: {
    ...postingErrors,
    markdown_text_conflict: {
      wrong: '`markdown_text` came together with `text` or `blocks`.',
      cause: 'Two ways to say the same message.',
      remedy: 'Give `markdown_text` alone, or `text` and `blocks`.',
    },
  },

  async handle(args, { caller: by, db, refuse }) {
    await checkUsername(db, by, args.username)
    const known = await repeatedMessage(db, by, args.client_msg_id, args.channel)
    if (known) return answer(known)

    const { text, blocks: given, markdown_text: markdown } = args
    if (markdown !== undefined && (text !== undefined || given !== undefined)) {
      throw refuse('markdown_text_conflict', 'Give `markdown_text`, or `text` and `blocks`.')
    }
    const place = await postablePlace(db, by, args.channel, args.thread_ts)
    const root = args.thread_ts === undefined ? undefined : openRoot(place, args.thread_ts)
    if (!text && !markdown && !given?.length) throw refuse('no_text', 'Give `text`, `markdown_text` or `blocks`.')
    for (const [name, given, most] of [
      ['markdown_text', markdown, longestMarkdown],
      ['text', text, longestText],
    ] as const) {
      const size = codePoints(given ?? '')
      if (size > most) throw refuse('msg_too_long', `\`${name}\` is at most ${most} characters; this is ${size}.`)
    }
    if (args.metadata && !by.app)
      throw refuse('metadata_must_be_sent_from_app', 'Metadata needs a token that belongs to an app.')
    await checkSharing(db, place.channel, [text, markdown, given])

    const row = await processed(async () => {
      const shown = given?.length ? given : markdown ? blocksFromMarkdown(markdown) : blocksFromMrkdwn(text ?? '')
      return post(db, place.caller, {
        channel: place.channel,
        threadTs: root?.ts,
        text: (text ?? mrkdwnFromBlocks(shown)).toWellFormed(),
        blocks: shown,
        markdown: markdown?.toWellFormed(),
        metadata: args.metadata,
        clientMsgId: args.client_msg_id,
        appearance: appearanceOf(args),
      })
    })
    return answer(row)

    async function answer(message: typeof row) {
      const channel = { team_id: message.team_id, id: message.channel_id }
      const [wire] = await messagesOnWire(db, channel, [message], { metadata: true })
      return { channel: message.channel_id, ts: message.ts, message: wire! }
    }
  },
})
