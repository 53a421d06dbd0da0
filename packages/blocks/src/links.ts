const schemes = new Set(['http:', 'https:', 'mailto:'])

// Browsers skip these inside an address, so "java<newline>script:" would come alive.
const unseen = /[\p{Cc}\p{Cf}\p{Z}]/gu
const unseenMarks = /[\p{Cc}\p{Cf}]/gu

/** The address if a link may lead there, as the browser would read it; else undefined, and the link shows as text. */
export function safeHref(url: string): string | undefined {
  const bare = URL.parse(url.replace(unseen, ''))
  if (!bare || !schemes.has(bare.protocol)) return undefined
  const whole = URL.parse(url.trim())
  return whole && schemes.has(whole.protocol) ? whole.href : bare.href
}

/** The real host where the label looks like an address of another one. */
export function hostMismatch(label: string, url: string): string | undefined {
  const href = safeHref(url)
  const said = saidHost(label.replace(unseenMarks, ''))
  if (href === undefined || said === undefined) return undefined
  const real = new URL(href).hostname
  return real === '' || bareHost(real) === bareHost(said) ? undefined : real
}

/** A host anywhere behind a scheme, or a label that is nothing but an address. */
function saidHost(label: string): string | undefined {
  const address =
    /https?:\/\/[^\s<>"]+/i.exec(label)?.[0] ??
    /^\s*((?:[^\s/@]+@)?(?:[\p{L}\p{N}_-]+[.。．｡])+\p{L}{2,}(?:[:/?#]\S*)?)\s*$/u.exec(label)?.[1]
  return address === undefined
    ? undefined
    : URL.parse(address.includes('://') ? address : `https://${address}`)?.hostname
}

function bareHost(host: string): string {
  return host.replace(/^www\./, '')
}
