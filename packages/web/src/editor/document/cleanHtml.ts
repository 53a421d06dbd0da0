/** The attributes that are read of a copied page, by element. All other elements lose theirs, and their tags. */
const kept: Record<string, readonly string[]> = {
  a: ['href'],
  b: ['style'],
  ol: ['start'],
  pre: ['class'],
  code: ['class'],
  span: ['style', 'data-mention', 'data-emoji'],
  ...Object.fromEntries(
    ['p', 'div', 'br', 'ul', 'li', 'blockquote', 'strong', 'i', 'em', 's', 'del', 'strike', 'kbd', 'samp', 'tt']
      .concat(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'section', 'article', 'header', 'footer', 'main', 'tr', 'dt', 'dd'])
      .map((name) => [name, []]),
  ),
}

/** Elements whose content is no text of the page. */
const unread =
  /<(script|style|head|title|template|noscript|svg|math|iframe|object|textarea|select)\b[^]*?(?:<\/\1\s*>|$)/gi
/** What has no end goes to the end of the page, as in a browser. So each letter is read once, whatever the page is. */
const tag =
  /<!--[^]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">]+)*)(?:>|$)|<[/!?][^>]*(?:>|$)|</gi
const attribute = /(?<![a-z-])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/**
 * The code of a copied page with nothing but the elements and attributes that the editor reads. It is written anew, so that
 * nothing else can be in it: no script, no handler, no picture that would be fetched.
 */
export function cleanHtml(html: string): string {
  return html
    .replaceAll(unread, '')
    .replaceAll(tag, (whole, end: string = '', name: string = '', rest: string = '') => {
      if (whole === '<') return '&lt;'
      const element = name.toLowerCase()
      const names = Object.hasOwn(kept, element) ? kept[element] : undefined
      if (!names) return ''
      if (end) return `</${element}>`
      const attributes = [...rest.matchAll(attribute)].flatMap(([, key = '', double, single, bare]) =>
        names.includes(key.toLowerCase())
          ? `${key.toLowerCase()}="${escapeQuotes(double ?? single ?? bare ?? '')}"`
          : [],
      )
      return `<${[element, ...attributes].join(' ')}>`
    })
}

function escapeQuotes(value: string): string {
  return value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
