import type { Block, RichTextDate, RichTextInline, RichTextLink, RichTextStyle } from './types.ts'
import { formatIsoTime } from '#dates/isoTime'
import { nameWithTone } from '#emoji/nameWithTone'
import { decodeEntities } from '#mrkdwn/angleBrackets'
import { elementsFromMrkdwn } from '#mrkdwn/parse'
import { fallbackText } from '#richText/fallbackText'
import { joinStyled, type Styled } from '#mrkdwn/marks'
import { groupLinks } from '#richText/groupLinks'
import { formatBlocks, formatInSteps, type TextFormat } from '#text/blockText'
import type { Steps } from '#text/steps'

/** Parses mrkdwn into one rich_text block; no block for an empty text. */
export function blocksFromMrkdwn(text: string): Block[] {
  const elements = elementsFromMrkdwn(text)
  return elements.length > 0 ? [{ type: 'rich_text', elements }] : []
}

/** One rich_text block that shows a text as it is, without marks, links and mentions; its entities are decoded. */
export function blocksFromUnmarked(text: string): Block[] {
  if (text === '') return []
  const elements = [{ type: 'text' as const, text: decodeEntities(text) }]
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]
}

/** The names that mrkdwn may contain in addition to ids. */
export type MrkdwnNames = {
  /** A channel's name, to be written behind its id; undefined if some readers of the text may not know it. */
  channel(id: string): string | undefined
}

/**
 * [RT-14] Writes blocks as mrkdwn: the `text` of a message that has blocks. Without `names`, channels are written as ids
 * alone. `tables`: also writes the cells of tables.
 */
export function mrkdwnFromBlocks(
  blocks: readonly Block[],
  names: MrkdwnNames = noNames,
  { tables = false } = {},
): string {
  return formatBlocks(blocks, createFormat(names, tables))
}

/** The same as `mrkdwnFromBlocks`, in steps. */
export function mrkdwnInSteps(
  blocks: readonly Block[],
  names: MrkdwnNames = noNames,
  { tables = false } = {},
): Steps<string> {
  return formatInSteps(blocks, createFormat(names, tables))
}

const noNames: MrkdwnNames = { channel: () => undefined }

function createFormat(names: MrkdwnNames, tables: boolean): TextFormat {
  return {
    run: (elements) => joinStyled(groupLinks(elements).map((group) => toStyled(group, names))),
    literal: (element) =>
      element.type === 'link' ? escapeMrkdwn(element.text ?? element.url) : unstyledText(element, names),
    textObject: (text) => (text.type === 'mrkdwn' ? text.text : escapeMrkdwn(text.text)),
    plain: escapeMrkdwn,
    quote: '&gt; ',
    fence: '```',
    between: ' ',
    tables,
  }
}

function unstyledText(element: RichTextInline, names: MrkdwnNames): string {
  switch (element.type) {
    case 'text':
      return escapeMrkdwn(element.text)
    case 'link':
      return linkText(element)
    case 'user':
      return `<@${element.user_id}>`
    case 'channel':
      return channelText(element.channel_id, names.channel(element.channel_id))
    case 'usergroup':
      return `<!subteam^${element.usergroup_id}>`
    case 'broadcast':
      return `<!${element.range}>`
    case 'color':
      return element.value
    case 'date':
      return dateText(element)
    case 'emoji':
      return `:${nameWithTone(element)}:`
    default:
      return escapeMrkdwn(fallbackText(element))
  }
}

function channelText(id: string, name: string | undefined): string {
  return name === undefined ? `<#${id}>` : `<#${id}|${escapeMrkdwn(name)}>`
}

function linkText({ url, text }: RichTextLink): string {
  return text === undefined ? `<${targetText(url)}>` : `<${targetText(url)}|${labelText(text)}>`
}

function targetText(url: string): string {
  return escapeMrkdwn(url.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E'))
}

function labelText(text: string): string {
  return escapeMrkdwn(text).replaceAll('\n', ' ')
}

function toStyled(group: readonly RichTextInline[], names: MrkdwnNames): Styled {
  const [first] = group
  const links = group.filter((element) => element.type === 'link')
  if (!first || !links[0] || links.length < 2)
    return { text: first ? unstyledText(first, names) : '', style: first?.style ?? {} }
  const isCommon = (flag: Mark) => links.every(({ style }) => style?.[flag])
  const label = links.map(({ text = '', style }) => ({
    text: labelText(text),
    style: { ...style, ...setAll(markFlags.filter(isCommon), false) },
  }))
  return {
    text: `<${targetText(links[0].url)}|${joinStyled(label)}>`,
    style: setAll(markFlags.filter(isCommon), true),
  }
}

type Mark = 'bold' | 'italic' | 'strike'
const markFlags: readonly Mark[] = ['bold', 'italic', 'strike']

function setAll(flags: readonly Mark[], value: boolean): RichTextStyle {
  return Object.fromEntries(flags.map((flag) => [flag, value]))
}

function dateText({ timestamp, format, url, fallback }: RichTextDate): string {
  const target = url === undefined ? '' : `^${escapeMrkdwn(url)}`
  const shown = fallback ?? formatIsoTime(timestamp)
  return `<!date^${timestamp}^${escapeMrkdwn(format)}${target}|${escapeMrkdwn(shown)}>`
}

/** Escapes `&`, `<` and `>`, so that mrkdwn shows the text as it is. */
export function escapeMrkdwn(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text
}
