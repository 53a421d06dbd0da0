import type { RichTextLink } from '#block'
import { hostMismatch, safeHref } from '#links'
import { type Drawn, element } from './tree.ts'

/** [RT-8] A link to http, https or mailto, with the real host where the label names another; else the label as text. */
export function drawLink(link: RichTextLink): Drawn[] {
  const { url, text, unsafe } = link
  const shown = text ?? url
  const href = safeHref(url)
  if (href === undefined) return [shown]
  const host = unsafe ? 'unsafe link' : text === undefined ? undefined : hostMismatch(text, url)
  const real = new URL(href).host
  const note = unsafe ? ` (unsafe link to ${real || href})` : host && ` (${host})`
  return [
    element(
      'span',
      { part: 'link', of: link },
      // An address that somebody judged unsafe is named, and goes nowhere by itself.
      unsafe
        ? shown
        : element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow', title: href }, shown),
      note ? element('span', { part: 'host' }, note) : undefined,
    ),
  ]
}

/** A picture from elsewhere: only over http or https, and no word to its server of where it is shown; else its words. */
export function drawImage(url: string | undefined, alt: string, part: 'picture' | 'thumb' | 'icon' | 'hero'): Drawn {
  const href = url === undefined ? undefined : safeHref(url)
  if (href === undefined || href.startsWith('mailto:')) return alt
  return element('img', { part, src: href, alt, loading: 'lazy', referrerpolicy: 'no-referrer' })
}
