/** What node-postgres takes for `verify-full`, unless `uselibpqcompat` is set. */
const verified: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca', 'verify-full'])

/**
 * The address for programs of PostgreSQL, which use libpq, and the password, which is not in it. libpq refuses parameters that
 * node-postgres has, and means something else by some values. `authorities` is a file with those that Node trusts beside its own.
 */
export function toLibpqAddress(url: string, authorities: string | undefined): { address: string; password: string } {
  const address = new URL(url)
  const { searchParams: parameters } = address
  const mode = findMode(parameters)
  for (const name of ['ssl', 'uselibpqcompat']) parameters.delete(name)
  if (mode !== undefined) parameters.set('sslmode', mode)
  // With an authority, libpq checks the certificate in this mode too.
  if (mode === 'require') parameters.delete('sslrootcert')
  else if (mode?.startsWith('verify-') && authorities && !parameters.has('sslrootcert'))
    parameters.set('sslrootcert', authorities)
  const password = parameters.get('password') ?? decodeURIComponent(address.password)
  address.password = ''
  parameters.delete('password')
  // libpq does not read a plus as a space.
  address.search = address.search.replaceAll('+', '%20')
  return { address: address.href, password }
}

/** The mode of libpq that does what node-postgres does. */
function findMode(parameters: URLSearchParams): string | undefined {
  const [mode, ssl, authority] = ['sslmode', 'ssl', 'sslrootcert'].map((name) => parameters.get(name))
  if (mode === 'no-verify' || (mode === null && ssl === 'no-verify')) return 'require'
  if (parameters.get('uselibpqcompat') === 'true')
    return mode === 'require' && authority !== null ? 'verify-ca' : (mode ?? undefined)
  if (mode === null) return ssl === 'true' || ssl === '1' || authority !== null ? 'verify-full' : undefined
  return mode !== undefined && verified.has(mode) ? 'verify-full' : mode
}
