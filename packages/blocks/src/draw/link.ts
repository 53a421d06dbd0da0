import type { ImageBlock, RichTextLink } from '#types'
import { fileIdOf, findHostMismatch, safeHref } from '#links'
import { type DrawnNode, element } from './tree.ts'

/**
 * [RT-8] Draws a link to http, https or mailto; any other address is drawn as its label. The first child holds the label. If the label names another host,
 * the real host is shown behind it.
 */
export function drawLink(link: RichTextLink, label: readonly DrawnNode[] = [link.text ?? link.url]): DrawnNode[] {
  const { url, text, unsafe } = link
  const href = safeHref(url)
  if (href === undefined) return [...label]
  const host = unsafe ? 'unsafe link' : text === undefined ? undefined : findHostMismatch(text, url)
  const real = new URL(href).host
  const note = unsafe ? ` (unsafe link to ${real || href})` : host && ` (${host})`
  return [
    element(
      'span',
      { part: 'link', source: link },
      // The address of a link that was marked unsafe is shown, but is not a link.
      unsafe
        ? element('span', {}, label)
        : element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow', title: href }, label),
      note ? element('span', { part: 'host' }, note) : undefined,
    ),
  ]
}

type ImagePart = 'picture' | 'thumb' | 'icon' | 'hero'

/** Draws the picture of a block: an image by its address, or a file of the server that the page is from. */
export function drawPicture(
  { image_url: url, slack_file: file }: Pick<ImageBlock, 'image_url' | 'slack_file'>,
  alt: string,
  part: ImagePart,
): DrawnNode {
  const id = file && fileIdOf(file)
  return id ? drawSource(`/files/${id}`, alt, part) : drawImage(url, alt, part)
}

/** Draws an image over http or https, without sending a referrer. Any other address is drawn as the alternative text. */
export function drawImage(url: string | undefined, alt: string, part: ImagePart): DrawnNode {
  const href = url === undefined ? undefined : safeHref(url)
  if (href === undefined || href.startsWith('mailto:')) return alt
  return drawSource(href, alt, part)
}

function drawSource(src: string, alt: string, part: ImagePart): DrawnNode {
  return element('img', { part, src, alt, loading: 'lazy', referrerpolicy: 'no-referrer' })
}
