import { promises as dns } from 'node:dns'

export type Resolve = (name: string) => Promise<string[]>

/** Errors of a resolver that works but has no answer. The machine itself may still know the name. */
const noAnswerCodes: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'ENODATA',
  'EREFUSED',
  'ECONNREFUSED',
  'EBADNAME',
  'ESERVFAIL',
])

/**
 * Resolves a name to all its addresses: over DNS first, then the way the machine does. The latter blocks a thread that
 * the database needs too, so it resolves one name at a time.
 */
export function nameResolver(): Resolve {
  let last: Promise<unknown> = Promise.resolve()
  return async (name) => {
    if (/(^|\.)localhost\.?$/i.test(name)) return ['127.0.0.1', '::1']
    const resolver = new dns.Resolver({ timeout: 1000, tries: 2 })
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (addresses.length > 0) return addresses
    const failed = found.find((one) => one.status === 'rejected' && !noAnswerCodes.has(String(one.reason.code)))
    if (failed?.status === 'rejected') throw failed.reason
    const lookup = last.then(() => dns.lookup(name, { all: true }))
    last = lookup.catch(() => {})
    return (await lookup).map(({ address }) => address)
  }
}
