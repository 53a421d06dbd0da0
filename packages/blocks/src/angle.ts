import type { RichTextInline } from '#block'
import { safeHref } from '#links'

/** What `<…>` of the older text format stands for, given what is between the angles; undefined when it is mere text. */
export function angleElement(inside: string): RichTextInline | undefined {
  if (inside.startsWith('!')) return special(inside.slice(1))
  const mention = /^(?:@([UW][A-Z0-9]+)|#([CGD][A-Z0-9]+))(?:\|[^|]*)?$/.exec(inside)
  if (mention?.[1]) return { type: 'user', user_id: mention[1] }
  if (mention?.[2]) return { type: 'channel', channel_id: mention[2] }
  return link(inside)
}

/** Decodes the three entities that the older text format has, and no other. */
export function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function special(inside: string): RichTextInline | undefined {
  const [name = ''] = inside.split('|')
  if (name === 'here' || name === 'channel' || name === 'everyone') return { type: 'broadcast', range: name }
  const group = /^subteam\^(S[A-Z0-9]+)$/.exec(name)
  if (group?.[1]) return { type: 'usergroup', usergroup_id: group[1] }
  return date(inside)
}

function date(inside: string): RichTextInline | undefined {
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

function link(inside: string): RichTextInline | undefined {
  const bar = inside.indexOf('|')
  const target = bar < 0 ? inside : inside.slice(0, bar)
  if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(target)) return undefined
  const url = decodeEntities(target)
  const label = bar < 0 ? '' : decodeEntities(inside.slice(bar + 1))
  if (safeHref(url) === undefined) return { type: 'text', text: label || url }
  return { type: 'link', url, ...(label === '' ? {} : { text: label }) }
}
