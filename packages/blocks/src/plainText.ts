import type { Attachment, Block, RichTextInline } from './types.ts'
import { type DateViewer, formatDate } from '#dates'
import { emojiElementCharacters } from '#emoji'
import { replaceEmojiNames } from '#emoji/inText'
import { blocksFromMrkdwn } from '#mrkdwn'
import { fallbackText } from '#richText/fallbackText'
import { formatBlocks, type TextFormat } from '#text/blockText'

/** The names behind ids, without `@` or `#`. */
export type PlainTextNames = {
  user(id: string): string
  channel(id: string): string
  usergroup(id: string): string
}

/**
 * Writes blocks as plain text for notifications: names in place of ids, no marks. Without a viewer, dates are written as
 * their fallback or in UTC.
 */
export function plainTextFromBlocks(blocks: readonly Block[], names: PlainTextNames, viewer?: DateViewer): string {
  const inline = (element: RichTextInline) => inlineText(element, names, viewer)
  const format: TextFormat = {
    run: (elements) => elements.map(inline).join(''),
    literal: inline,
    textObject: (text) => {
      if (text.type === 'mrkdwn') return formatBlocks(blocksFromMrkdwn(text.text), format)
      return text.emoji === false ? text.text : replaceEmojiNames(text.text)
    },
    plain: (text) => text,
    quote: '',
    fence: '',
    between: '\n',
    tables: true,
  }
  return formatBlocks(blocks, format)
}

/** Writes attachments as plain text for notifications: what stands for each of them, or else its blocks. */
export function plainTextFromAttachments(attachments: readonly Attachment[], names: PlainTextNames): string {
  const write = ({ fallback, blocks }: Attachment) =>
    plainTextFromBlocks(blocks && fallback.startsWith('[') ? blocks : blocksFromMrkdwn(fallback), names)
  return attachments.map(write).join('\n')
}

function inlineText(element: RichTextInline, names: PlainTextNames, viewer: DateViewer | undefined): string {
  switch (element.type) {
    case 'text':
      return element.text
    case 'link':
      return element.text ?? element.url
    case 'user':
      return `@${names.user(element.user_id)}`
    case 'channel':
      return `#${names.channel(element.channel_id)}`
    case 'usergroup':
      return `@${names.usergroup(element.usergroup_id)}`
    case 'broadcast':
      return `@${element.range}`
    case 'color':
      return element.value
    case 'emoji':
      return emojiElementCharacters(element) ?? `:${element.name}:`
    case 'date':
      return viewer
        ? formatDate(element, viewer)
        : (element.fallback ?? formatDate(element, { timeZone: 'UTC', now: 0 }))
    default:
      return fallbackText(element)
  }
}
