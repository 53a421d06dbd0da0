import { countCodePoints } from '@rivulet/blocks/codePoints'
import { isPost } from './argumentHints.ts'
import type { HintDeclaration } from './hintDeclaration.ts'
import { objectOf, objectsIn } from '#domain/jsonObjects'
import type { HintedCall } from './hintedCall.ts'

/** From this share of a limit on it is worth a word. */
export const near = 0.9

const maxMarkdown = 12_000
const maxBlocks = 50
const maxViewBlocks = 100
const maxPrivateMetadata = 3000
const maxTaskText = 256
const maxUpdateText = 4000
/** What all texts of a message's blocks may have together there, as measured. */
const maxBlocksText = 13_000

export const contentHints = {
  text_missing: {
    there:
      'Notifications, screen readers and search show `text` in place of blocks. Without it they say less, or nothing.',
    remedy: 'Give `text` beside `blocks`: what the message says, in a sentence.',
    source: 'docs.slack.dev/reference/methods/chat.postMessage; @slack/web-api warns of it, too.',
    find(call) {
      if (!isPost(call) || call.text('text') !== '' || call.text('markdown_text') !== '') return undefined
      if (call.list('blocks').length > 0)
        return '`blocks` came without `text`: a notification can only guess what the message says.'
      const attachments = call.list('attachments')
      const isMute = attachments.some(({ fallback }) => typeof fallback !== 'string' || fallback.trim() === '')
      return isMute ? '`attachments` came without `text`, and one of them without `fallback`.' : undefined
    },
  },

  markdown_near_limit: {
    there: `The Markdown of one call has at most ${maxMarkdown} characters, here as there; more is \`msg_too_long\`.`,
    remedy: 'Send long text in several appends, or in several messages.',
    source: 'docs.slack.dev/reference/methods/chat.appendStream.',
    find(call) {
      if (!call.name.startsWith('chat.')) return undefined
      const size = countCodePoints(call.text('markdown_text')) + sum(markdownOfChunks(call).map(countCodePoints))
      return describeNear(size, maxMarkdown, 'characters of Markdown')
    },
  },

  update_text_over_limit: {
    there: `chat.update takes at most ${maxUpdateText} characters of \`text\`, though chat.postMessage takes 40,000: more is \`msg_too_long\`.`,
    remedy: 'Keep what will be changed later short, or use blocks.',
    source: 'docs.slack.dev/reference/methods/chat.update; vercel/chat#901.',
    find(call) {
      const size = call.isOf('chat.update') ? countCodePoints(call.text('text')) : 0
      return size > maxUpdateText
        ? `\`text\` has ${size} characters: the public service refuses more than ${maxUpdateText} in chat.update.`
        : undefined
    },
  },

  blocks_near_limit: {
    there: `A message has at most ${maxBlocks} blocks, here as there; more is \`invalid_blocks\`.`,
    remedy: 'Send several messages, or join texts in one block.',
    source: 'docs.slack.dev/reference/block-kit/blocks.',
    find(call) {
      return call.name.startsWith('chat.') ? describeNear(call.list('blocks').length, maxBlocks, 'blocks') : undefined
    },
  },

  blocks_text_over_limit: {
    there: `All texts of a message's blocks have about 13,000 characters together; more is \`msg_blocks_too_long\`.`,
    remedy: 'Send several messages.',
    source: 'Measured by others: slackapi/bolt-js#2509, #2867. It is in no documentation.',
    find(call) {
      if (!call.name.startsWith('chat.')) return undefined
      const size = textSize(call.value('blocks'))
      return size > maxBlocksText
        ? `The blocks have ${size} characters of text: the public service refuses more than about 13,000.`
        : undefined
    },
  },

  view_near_limit: {
    there: `A view has at most ${maxViewBlocks} blocks and ${maxPrivateMetadata} characters of \`private_metadata\`, here as there.`,
    remedy: 'Show less at once, and keep what belongs to a view under its id.',
    source: 'docs.slack.dev/reference/views.',
    find(call) {
      const view = call.name.startsWith('views.') ? objectOf(call.value('view')) : undefined
      if (!view) return undefined
      const metadata = view['private_metadata']
      return (
        describeNear(objectsIn(view['blocks']).length, maxViewBlocks, 'blocks') ??
        describeNear(
          typeof metadata === 'string' ? countCodePoints(metadata) : 0,
          maxPrivateMetadata,
          'characters of `private_metadata`',
        )
      )
    },
  },

  task_text_near_limit: {
    there: `A title, details and output of a task have at most ${maxTaskText} characters as documented; longer ones were seen to pass. Here they are refused.`,
    remedy: 'Keep them to a line, and stream the rest as text.',
    source: 'docs.slack.dev/reference/methods/chat.appendStream; vercel/chat#886.',
    find(call) {
      for (const chunk of call.list('chunks'))
        for (const field of ['title', 'details', 'output']) {
          const value = chunk[field]
          const words =
            typeof value === 'string'
              ? describeNear(countCodePoints(value), maxTaskText, `characters of \`${field}\``)
              : undefined
          if (words !== undefined) return words
        }
      return undefined
    },
  },

  scheduled_metadata: {
    there: 'A scheduled message with `metadata` is accepted and not sent.',
    remedy: 'Post the message when it is time, or leave `metadata` out.',
    source: 'docs.slack.dev/reference/methods/chat.scheduleMessage.',
    find(call) {
      return call.isOf('chat.scheduleMessage') && objectOf(call.value('metadata'))
        ? 'A scheduled message with `metadata` is sent here; the public service does not send it.'
        : undefined
    },
  },
} satisfies Record<string, HintDeclaration>

/** A sentence on something that reaches 90 % of its limit and does not pass it. */
export function describeNear(size: number, limit: number, of: string): string | undefined {
  return size > limit * near && size <= limit ? `${size} of ${limit} ${of}: more is refused.` : undefined
}

function markdownOfChunks(call: HintedCall): string[] {
  return call
    .list('chunks')
    .flatMap(({ type, text }) => (type === 'markdown_text' && typeof text === 'string' ? [text] : []))
}

/** How many characters the texts in some blocks have. */
function textSize(value: unknown): number {
  if (Array.isArray(value)) return sum(value.map(textSize))
  const object = objectOf(value)
  if (!object) return 0
  return sum(
    Object.entries(object).map(([key, inner]) =>
      key === 'text' && typeof inner === 'string' ? countCodePoints(inner) : textSize(inner),
    ),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
