import { promises as dns } from 'node:dns'

export type Resolve = (name: string) => Promise<string[]>

/** Words of a resolver that has no answer but is there: what it does not know the machine itself may. */
const unknown = new Set(['ENOTFOUND', 'ENODATA', 'EREFUSED', 'ECONNREFUSED', 'EBADNAME', 'ESERVFAIL'])

let last: Promise<unknown> = Promise.resolve()

/**
 * Every address of a name. First by a resolver of its own, then as the machine does it: that waits in a thread which the
 * database needs too, so it is one at a time.
 */
export async function resolveName(name: string): Promise<string[]> {
  if (/(^|\.)localhost\.?$/i.test(name)) return ['127.0.0.1', '::1']
  const resolver = new dns.Resolver({ timeout: 1000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length > 0) return addresses
  const failed = found.find((one) => one.status === 'rejected' && !unknown.has(String(one.reason.code)))
  if (failed?.status === 'rejected') throw failed.reason
  const asked = last.then(() => dns.lookup(name, { all: true }))
  last = asked.catch(() => {})
  return (await asked).map(({ address }) => address)
}
