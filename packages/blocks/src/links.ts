const allowedSchemes = new Set(['http:', 'https:', 'mailto:'])

// Browsers skip these characters in an address, so "java<newline>script:" would run as a script.
const invisible = /[\p{Cc}\p{Cf}\p{Z}]/gu
const invisibleMarks = /[\p{Cc}\p{Cf}]/gu

/**
 * The address as a browser reads it, if it is http, https or mailto; undefined for any other scheme and for what is not an
 * address. Put no address into `href` or `src` without it.
 */
export function safeHref(url: string): string | undefined {
  const bare = URL.parse(url.replace(invisible, ''))
  if (!bare || !allowedSchemes.has(bare.protocol)) return undefined
  const whole = URL.parse(url.trim())
  return whole && allowedSchemes.has(whole.protocol) ? whole.href : bare.href
}

/** The host that a link really leads to, if its label looks like an address of another host; otherwise undefined. */
export function findHostMismatch(label: string, url: string): string | undefined {
  const href = safeHref(url)
  const claimed = hostInLabel(label.replace(invisibleMarks, ''))
  if (href === undefined || claimed === undefined) return undefined
  const real = new URL(href).hostname
  return real === '' || withoutWww(real) === withoutWww(claimed) ? undefined : real
}

/** The host of an address with a scheme anywhere in the label, or of a label that is nothing but an address. */
function hostInLabel(label: string): string | undefined {
  const address =
    /https?:\/\/[^\s<>"]+/i.exec(label)?.[0] ??
    /^\s*((?:[^\s/@]+@)?(?:[\p{L}\p{N}_-]+[.。．｡])+\p{L}{2,}(?:[:/?#]\S*)?)\s*$/u.exec(label)?.[1]
  return address === undefined
    ? undefined
    : URL.parse(address.includes('://') ? address : `https://${address}`)?.hostname
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

/** The id of the file that a `slack_file` names, by itself or in one of the file's addresses. */
export function fileIdOf({ id, url }: { id?: string | undefined; url?: string | undefined }): string | undefined {
  return /(?:^|\/files\/)(F[A-Z0-9]+)(?![^/])/.exec(id ?? url ?? '')?.[1]
}
