import { markdownFromRichText } from '@rivulet/blocks/writeMarkdown'
import { blocksOfWritten, type Written } from '#domain/people/messages/written'
import type { ClientFrame } from '#feed/protocol/clientFrames'

/** What a person did. */
export interface Act {
  /** In one word: `says`, `edits`, `reacts` … */
  act: string
  channel?: string | undefined
  /** The message that it made, or that it is about. */
  ts?: string | undefined
  /** What else it takes to do the same again: a text, the name of an emoji, a file. */
  detail: Record<string, unknown>
}

/** The acts of the frames by which a person changes what others see, or what an app hears of. */
const acts: Partial<Record<ClientFrame['type'], string>> = {
  send: 'says',
  forward: 'forwards',
  edit: 'edits',
  delete: 'deletes',
  upload: 'uploads',
  stop: 'stops',
  react: 'reacts',
  unreact: 'unreacts',
  pin: 'pins',
  unpin: 'unpins',
  bookmark: 'bookmarks',
  unbookmark: 'unbookmarks',
  schedule: 'schedules',
  reschedule: 'reschedules',
  send_scheduled: 'says',
  unschedule: 'unschedules',
  converse: 'converses',
  looks: 'looks',
  direct: 'opens',
  create: 'creates',
  join: 'joins',
  leave: 'leaves',
  invite: 'invites',
  kick: 'removes',
  topic: 'sets_topic',
  archive: 'archives',
  profile: 'changes_profile',
}

/** What a frame that was carried out has done, with what came of it; undefined for what a person does for themselves alone. */
export function actOf(frame: ClientFrame, result: unknown): Act | undefined {
  const act = acts[frame.type]
  if (act === undefined) return undefined
  const { type: _type, id: _id, channel, ts, blocks, text, ...rest } = { id: '', ...emptyTarget, ...frame }
  const made = typeof result === 'string' && result !== '' ? result : undefined
  const isAboutChannel = frame.type === 'create' || frame.type === 'direct'
  return {
    act,
    channel: isAboutChannel ? made : channel,
    ts: ts ?? (isAboutChannel || made === channel ? undefined : made),
    detail: { ...(typeof text === 'string' ? { text: markdownOf({ text, blocks }) } : {}), ...rest },
  }
}

interface Target {
  channel: string | undefined
  ts: string | undefined
  text: string | undefined
  blocks: object[] | undefined
}
const emptyTarget: Target = { channel: undefined, ts: undefined, text: undefined, blocks: undefined }

/** What a person wrote, as Markdown, also where the editor sent blocks. */
function markdownOf(written: Written): string {
  if (!written.blocks) return written.text
  return blocksOfWritten(written)
    .map((block) => (block.type === 'rich_text' ? markdownFromRichText(block) : ''))
    .join('')
}
