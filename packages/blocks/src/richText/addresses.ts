import { safeHref } from '#links'
import { trimAddressEnd } from '#mrkdwn/addressEnd'

/** The source of a pattern for a web address in text, of which `trimAddressEnd` drops what follows it in a sentence. */
export const webAddress = String.raw`(?<![\p{L}\p{N}])(https?://[^\s<>|]+)`
/** The same for a mail address. Domains are no addresses: file names such as "main.rs" look like them. */
export const mailAddress = String.raw`(?<![\w.%+@-])([\w%+-]+(?:\.[\w%+-]+)*@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,})(?![\p{L}\p{N}@])`

const addresses = new RegExp(`${webAddress}|${mailAddress}`, 'gu')

/** Splits a plain text at the addresses in it. The label of a mail address is the address without its scheme. */
export function splitAddresses(text: string): (string | { url: string; label?: string })[] {
  const pieces: (string | { url: string; label?: string })[] = []
  let from = 0
  for (const { 1: web, 2: mail, index } of text.matchAll(addresses)) {
    const url = web === undefined ? `mailto:${mail}` : trimAddressEnd(web)
    if (safeHref(url) === undefined) continue
    if (index > from) pieces.push(text.slice(from, index))
    pieces.push(mail === undefined ? { url } : { url, label: mail })
    from = index + (mail ?? url).length
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}
