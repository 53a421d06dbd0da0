import { isIP } from 'node:net'
import pg from 'pg'
import { isOutOfReach, lacksPassword, readOnlyCode } from '#store/outOfReach'

/** Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const noRights = '42501'
/** The driver has no code for it. */
const noPassword = 'no password'

/** Why a database cannot be opened, and what to do. The password in the URL is never in it. */
export function explainFailure(error: unknown, url: string): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const isMisread = isAmbiguous(url) && (isAboutAddress(error) || isAboutFile(error, url))
  const remedy = isMisread ? unreadable : isAboutFile(error, url) ? noFile : findRemedy(error, reason)
  if (remedy === undefined) return error instanceof Error ? error : new Error(reason)
  const about = { ...whereIs(url), reason: reason.replace(/\.$/, '') }
  return new Error(remedy(isAmbiguous(url) ? withoutGuesses(about) : about), { cause: error })
}

function findRemedy(error: unknown, reason: string): Remedy | undefined {
  if (error instanceof URIError) return unreadable
  const known = remedies[findCode(error) ?? '']
  if (known) return known
  if (/SSL|certificate/i.test(reason)) return badTls
  return isOutOfReach(error) ? wentAway : undefined
}

interface Place {
  address: string
  host: string
  user: string
  database: string
}

/** What the driver makes of an address, with its own defaults. It would read the files that are named for TLS. */
export function whereIs(url: string): Place {
  const withoutTls = url.replaceAll(/(?<=[?&])(ssl\w*|uselibpqcompat)=/g, 'unread=')
  try {
    const { host, port, user = '', database = '' } = new pg.Client(withoutTls)
    return { address: host.startsWith('/') ? host : `${host}:${port}`, host, user, database }
  } catch {
    return { address: '', host: '', user: '', database: '' }
  }
}

type Remedy = (about: Place & { reason: string }) => string

const noHost: Remedy = ({ address }) =>
  `The host of PostgreSQL, ${address}, has no address in the network. Correct it in --store.`
const silent: Remedy = ({ address }) =>
  `PostgreSQL at ${address} does not answer. Look whether it runs and whether a firewall is between, or correct the address in --store.`
const notLetIn: Remedy = ({ address, reason }) =>
  `PostgreSQL at ${address} does not let this server in: ${reason}. Correct the user or the password in --store, or pg_hba.conf there.`
const tryLater: Remedy = ({ address, reason }) =>
  `PostgreSQL at ${address} takes no connections at present: ${reason}. Try again when it does.`
const wentAway: Remedy = ({ address, reason }) =>
  `PostgreSQL at ${address} went away: ${reason}. Try again when it is back.`
/** PgBouncer has one code for all that it refuses. */
const atPooler: Remedy = ({ address, reason }) =>
  `What is in front of PostgreSQL at ${address} refuses the connection: ${reason}. Correct the address in --store, or the settings of what is in front.${
    /parameter: options/.test(reason) ? ` ${withoutOptions}` : ''
  }`
/** What to do where a pooler takes no `options`. */
export const withoutOptions =
  'In place of options in the address, give the user a search path: alter role ROLE in database NAME set search_path = SCHEMA.'
const badTls: Remedy = ({ address, reason }) =>
  `PostgreSQL at ${address} and this server do not agree on TLS: ${withoutFlag(reason)}. Correct sslmode and sslrootcert in --store. If an authority of your own has signed the certificate, name its file: ?sslmode=verify-full&sslrootcert=FILE.`
const noFile: Remedy = ({ reason }) =>
  `A file that --store names for TLS cannot be read: ${reason}. Correct sslrootcert, sslcert or sslkey there, or what this server may read.`

const unreadable: Remedy = () =>
  'The address of --store cannot be read. It needs to look like postgres://user:password@host:5432/database. In the password and the user, characters like @ : / # ? % are written as %40 %3A %2F %23 %3F %25.'

const noRightInSchema: Remedy = ({ user, reason }) =>
  `The user ${user} may not do what this server needs: ${reason}. Nothing was changed. The user needs the rights to use the schema and to create tables in it (grant usage, create on schema NAME to ${user}), and tables that are there already need to be its own.`

/** PostgreSQL quotes the name of a database that it does not let a user into, and no other. */
const noRightInDatabase: Remedy = ({ user, database, reason }) => {
  const right = reason.includes('"') ? 'connect' : 'create'
  return `The user ${user} may not do what this server needs: ${reason}. Nothing was changed. Let it: grant ${right} on database ${database} to ${user}.`
}

const remedies: Record<string, Remedy> = {
  ECONNREFUSED: ({ address }) =>
    `Nothing listens at ${address}, where PostgreSQL should be. Start it, or correct the address in --store.`,
  ENOENT: ({ address }) =>
    `There is no socket of PostgreSQL at ${address}. Start it, or correct the address in --store.`,
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ERR_INVALID_URL: unreadable,
  ERR_SOCKET_BAD_PORT: () =>
    'The port of PostgreSQL, in --store or in PGPORT, is none: it needs to be a number from 1 to 65535. Correct it.',
  '08P01': atPooler,
  '28000': notLetIn,
  '28P01': notLetIn,
  [noPassword]: ({ address, user }) =>
    `PostgreSQL at ${address} wants a password of the user ${user}, and there is none. Give it in --store, in PGPASSWORD or in ~/.pgpass, which counts only if nobody else may read it (chmod 600).`,
  '3D000': ({ address, user, database }) =>
    `There is no database ${database} in the PostgreSQL at ${address}. Make it: createdb --owner ${user} ${database}. Or correct the name in --store.`,
  '53300': tryLater,
  '57P03': tryLater,
  [readOnlyCode]: ({ address }) =>
    `PostgreSQL at ${address} can only be read: it is a standby, or default_transaction_read_only is on. Name the primary in --store.`,
  [noRights]: (about) => (/denied for database/.test(about.reason) ? noRightInDatabase : noRightInSchema)(about),
}

/** Node tells to start it with a flag, and nobody starts it here. */
function withoutFlag(reason: string): string {
  return reason.replace(/; if the root CA is installed locally.*/, '')
}

/** The code of an error, or of what caused it. Several addresses of one host make several errors of one. */
function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (/timeout expired|connection timeout|timeout exceeded/.test(error.message)) return 'ETIMEDOUT'
  if (lacksPassword(error)) return noPassword
  if ('code' in error && typeof error.code === 'string' && error.code in remedies) {
    // Any file may be missing, and not only a socket.
    if (error.code === 'ENOENT' && Reflect.get(error, 'syscall') !== 'connect') return undefined
    return error.code
  }
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return findCode(inner)
}

/** Whether a file could not be read that the address names for TLS. Node does not say the name of a directory. */
function isAboutFile(error: unknown, url: string): boolean {
  if (!(error instanceof Error) || !URL.canParse(url)) return false
  const settings = new URL(url).searchParams
  const named = ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => settings.getAll(name))
  if ('code' in error && error.code === 'EISDIR') return named.length > 0
  return 'path' in error && named.includes(String(error.path))
}

/** What an address may set behind its `?`. */
const setting =
  /^(application_name|channel_binding|client_encoding|connect_timeout|database|db|encoding|fallback_application_name|host|keepalives|lock_timeout|options|password|port|query_timeout|replication|ssl\w*|statement_timeout|target_session_attrs|uselibpqcompat|user)=/

/**
 * [OPS-15] Whether the password may go on behind what the driver takes for the host. A character of it that is not escaped ends
 * it there, and the `@` that should end it comes later. The name of a database and a setting may hold an `@` too.
 */
function isAmbiguous(url: string): boolean {
  const rest = /^\w+:\/\/[^/?#]*(.*)$/s.exec(url)?.[1] ?? ''
  const [path = '', ...queries] = rest.split('?')
  if (path.includes('@')) return true
  const query = queries.join('?')
  return query.includes('@') && !query.split('&').every((part) => setting.test(part))
}

/** Whether it was the address that could not be read, or the name of the host that could not be found. */
function isAboutAddress(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof URIError || /^(ENOTFOUND|EAI_\w+|ERR_INVALID_URL|ERR_SOCKET_BAD_PORT)$/.test(code)) return true
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return isAboutAddress(inner)
}

/** What to tell of an ambiguous address: nothing that may be a piece of the password. */
function withoutGuesses<T extends Place & { reason: string }>(about: T): T {
  const { address, host, database, reason } = about
  const isPlain = isIP(host) > 0 || host === 'localhost'
  const guesses = [database, ...(isPlain ? [] : [host])].filter((guess) => guess !== '')
  const said = guesses.reduce((text, guess) => text.replaceAll(guess, '…'), reason)
  return { ...about, address: isPlain ? address : '…', database: '…', reason: said }
}
