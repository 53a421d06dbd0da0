import type { Block, RichTextInline } from '#block'
import { type DateViewer, formatDate } from '#dates'
import { emojiOf } from '#emoji'
import { blocksFromMrkdwn } from '#mrkdwn'
import { otherText } from '#otherText'
import { textOfBlocks, type Voice } from '#textOfBlocks'

export type Names = {
  user(id: string): string
  channel(id: string): string
  usergroup(id: string): string
}

/** The blocks as a notification says them: names in place of ids, no marks, dates as the viewer reads them. */
export function plainTextFromBlocks(blocks: readonly Block[], names: Names, viewer?: DateViewer): string {
  const inline = (element: RichTextInline) => inlineText(element, names, viewer)
  const voice: Voice = {
    inline,
    literal: inline,
    object: (text) => (text.type === 'mrkdwn' ? textOfBlocks(blocksFromMrkdwn(text.text), voice) : text.text),
    plain: (text) => text,
    quote: '',
    fence: '',
  }
  return textOfBlocks(blocks, voice)
}

function inlineText(element: RichTextInline, names: Names, viewer: DateViewer | undefined): string {
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
      return emojiOf(element) ?? `:${element.name}:`
    case 'date':
      return viewer
        ? formatDate(element, viewer)
        : (element.fallback ?? formatDate(element, { timeZone: 'UTC', now: 0 }))
    default:
      return otherText(element)
  }
}
