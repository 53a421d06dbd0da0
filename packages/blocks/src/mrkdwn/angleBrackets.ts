import type { RichTextInline } from '#types'
import { safeHref } from '#links'

/** The element that `<…>` of mrkdwn stands for, given the text between the brackets; undefined if it is only text. */
export function parseAngleBrackets(inside: string): RichTextInline | undefined {
  if (inside.startsWith('!')) return parseSpecialMention(inside.slice(1))
  const mention = /^(?:@([UW][A-Z0-9]+)|#([CGD][A-Z0-9]+))(?:\|[^|]*)?$/.exec(inside)
  if (mention?.[1]) return { type: 'user', user_id: mention[1] }
  if (mention?.[2]) return { type: 'channel', channel_id: mention[2] }
  return parseLink(inside)
}

/** Decodes the three entities of mrkdwn, and no others. */
export function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** The link that `<example.com/a|label>` stands for: https is assumed. */
export function parseBareLink(inside: string): RichTextInline | undefined {
  const [target = '', ...label] = inside.split('|')
  if (label.join('|') === '' || !/^(?:[a-z0-9_-]+\.)+[a-z]{2,}(?:[:/?#]\S*)?$/i.test(target)) return undefined
  return parseLink(`https://${inside}`)
}

function parseSpecialMention(inside: string): RichTextInline | undefined {
  const [name = ''] = inside.split('|')
  if (name === 'here' || name === 'channel' || name === 'everyone') return { type: 'broadcast', range: name }
  const group = /^subteam\^(S[A-Z0-9]+)$/.exec(name)
  if (group?.[1]) return { type: 'usergroup', usergroup_id: group[1] }
  return parseDate(inside)
}

function parseDate(inside: string): RichTextInline | undefined {
  const found = /^date\^(-?\d{1,15})\^([^^|]+)(?:\^([^|]*))?(?:\|(.*))?$/s.exec(inside)
  if (!found) return undefined
  const [, timestamp, format = '', target, fallback] = found
  const url = target === undefined ? undefined : safeHref(decodeEntities(target))
  return {
    type: 'date',
    timestamp: Number(timestamp),
    format: decodeEntities(format),
    ...(url === undefined ? {} : { url }),
    ...(fallback === undefined ? {} : { fallback: decodeEntities(fallback) }),
  }
}

function parseLink(inside: string): RichTextInline | undefined {
  const bar = inside.indexOf('|')
  const target = bar < 0 ? inside : inside.slice(0, bar)
  if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(target)) return undefined
  const url = decodeEntities(target)
  const label = bar < 0 ? '' : decodeEntities(inside.slice(bar + 1))
  if (safeHref(url) === undefined) return { type: 'text', text: label || url }
  return { type: 'link', url, ...(label === '' ? {} : { text: label }) }
}
