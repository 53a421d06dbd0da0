const schemes = new Set(['http:', 'https:', 'mailto:'])

// Browsers skip these inside an address, so "java<newline>script:" would come alive.
const unseen = /[\p{Cc}\p{Cf}\p{Z}]/gu

/** The address if a link may lead there, as the browser would read it; else undefined, and the link shows as text. */
export function safeHref(url: string): string | undefined {
  const parsed = URL.parse(url.replace(unseen, ''))
  return parsed && schemes.has(parsed.protocol) ? parsed.href : undefined
}

/** The real host where the label looks like an address of another one. */
export function hostMismatch(label: string, url: string): string | undefined {
  const href = safeHref(url)
  const said = /^\s*(?:https?:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}_-]+\.)+\p{L}{2,})(?:[:/?#]\S*)?\s*$/iu.exec(
    label,
  )?.[1]
  if (!href || !said) return undefined
  const real = new URL(href).hostname
  const shown = URL.parse(`https://${said}`)?.hostname
  return real === '' || bare(real) === bare(shown ?? '') ? undefined : real
}

function bare(host: string): string {
  return host.replace(/^www\./, '')
}
