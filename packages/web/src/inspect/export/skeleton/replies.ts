import { isCut } from '#inspect/export/cuts.ts'
import type { ExportedCall, ExportedEntry, ExportedInteraction } from '#inspect/export/entries.ts'
import { field, keptText, listField, structured, textField } from './values.ts'

/** A message that an app wrote, as the journal tells of it. */
export interface Reply {
  app: string
  channel: string
  /** Undefined for the answer to a command: the journal does not have it. */
  ts: string | undefined
  threadTs: string | undefined
  /** Orders the replies between two acts. */
  order: string
  /** What it says: the text of a message, or the Markdown of a stream. `whole` is false if the journal has cut it. */
  text: string
  whole: boolean
  blocks: readonly unknown[] | undefined
  stream: 'none' | 'ended' | 'open'
}

/** The messages that apps wrote in these entries, in the order of their `ts`. Streams that were begun before are in `open`. */
export function repliesIn(entries: readonly ExportedEntry[], open: Map<string, Reply>): Reply[] {
  const before = new Set(open.values())
  const begun = entries.flatMap((entry): Reply[] => {
    if (entry.kind === 'interaction') return commandAnswer(entry)
    if (entry.kind !== 'call' || !entry.ok || entry.app === undefined) return []
    return replyOf(entry, open)
  })
  // A stream is told of when it begins, and again if a later act came before its end.
  const told = begun.filter((reply, i) => before.has(reply) || begun.indexOf(reply) === i)
  return told.toSorted((a, b) => (a.order < b.order ? -1 : 1))
}

function replyOf(call: ExportedCall, open: Map<string, Reply>): Reply[] {
  const { method, args, answer, app = '' } = call
  const channel = textField(answer, 'channel') ?? textField(args, 'channel') ?? ''
  const ts = textField(answer, 'ts') ?? textField(answer, 'message_ts') ?? textField(args, 'ts')
  const threadTs = textField(args, 'thread_ts')
  const base = { app, channel, ts, threadTs, order: ts ?? '', blocks: undefined }
  switch (method) {
    case 'chat.postMessage':
    case 'chat.meMessage':
    case 'chat.postEphemeral': {
      const said = textField(answer, 'message', 'text') ?? textField(args, 'text') ?? ''
      const { text, whole } = keptText(said)
      return [{ ...base, text, whole, stream: 'none', blocks: blocksOf(args) }]
    }
    case 'chat.startStream': {
      const reply: Reply = { ...base, ...streamedText(args), stream: 'open' }
      open.set(`${channel} ${ts}`, reply)
      return [reply]
    }
    case 'chat.appendStream':
    case 'chat.stopStream': {
      const reply = open.get(`${channel} ${ts}`)
      if (!reply) return []
      const added = streamedText(args)
      if (reply.whole) Object.assign(reply, { text: reply.text + added.text, whole: added.whole })
      if (method === 'chat.appendStream') return []
      reply.stream = 'ended'
      open.delete(`${channel} ${ts}`)
      return [reply]
    }
    default:
      return []
  }
}

/** The Markdown that a call adds to a stream. */
function streamedText(args: ExportedCall['args']): { text: string; whole: boolean } {
  const chunks = structured(args['chunks'])
  const texts = [
    textField(args, 'markdown_text') ?? '',
    ...listField({ chunks }, 'chunks').map((chunk) =>
      textField(chunk, 'type') === 'markdown_text' ? (textField(chunk, 'text') ?? '') : '',
    ),
  ]
  const isWhole = args['chunks'] === undefined || chunks !== undefined
  const cut = texts.findIndex(isCut)
  const kept = texts.slice(0, cut === -1 ? undefined : cut + 1).map((text) => keptText(text).text)
  return { text: kept.join(''), whole: isWhole && cut === -1 }
}

function blocksOf(args: ExportedCall['args']): readonly unknown[] | undefined {
  const blocks = structured(args['blocks'])
  return Array.isArray(blocks) && blocks.length > 0 ? blocks : undefined
}

/** What an app answers a command with is a message. */
function commandAnswer({ type, app, answer, payload, at }: ExportedInteraction): Reply[] {
  const said = typeof answer === 'string' ? answer : textField(answer, 'text')
  if (type !== 'slash_commands' || said === undefined || said === '') return []
  const channel = textField(payload, 'channel_id') ?? ''
  const order = `${(at / 1000).toFixed(3)}000`
  const blocks = field(answer, 'blocks')
  return [
    {
      app,
      channel,
      ts: undefined,
      threadTs: undefined,
      order,
      stream: 'none',
      ...keptText(said),
      blocks: Array.isArray(blocks) ? blocks : undefined,
    },
  ]
}
