import type { RedisAddress } from './address.ts'

/** Why a Redis cannot be used, in words, and whether it may be there later. */
export interface RedisFailure {
  /** What is wrong and what to do. The password is never in it. */
  words: string
  /** Whether somebody has to correct something before it can work. */
  isMistake: boolean
}

interface Circumstances {
  at: string
  isTls: boolean
  user: string
  database: number
  /** What every key and channel begins with. */
  prefix: string
  reason: string
}

type Words = (about: Circumstances) => string

const mistake = (words: Words) => ({ words, isMistake: true })
const absence = (words: Words) => ({ words, isMistake: false })

const noHost = absence(
  ({ at }) => `The host of Redis, ${at}, has no address in the network. Correct it in --bus, if it is wrong.`,
)
const silent = absence(
  ({ at, isTls }) =>
    `Redis at ${at} does not answer. Look whether it runs and whether a firewall is between, or correct the address in --bus${isTls ? ': without TLS, it begins with redis://' : ''}.`,
)
const hungUp = absence(
  ({ at, isTls }) =>
    `Redis at ${at} has closed the connection.${isTls ? '' : ' If it wants TLS, an address that begins with rediss:// is needed.'}`,
)
const badTls = mistake(
  ({ at, reason }) =>
    `Redis at ${at} and this server do not agree on TLS: ${reason}. An address of --bus begins with rediss:// for TLS, and with redis:// without. If an authority of your own has signed the certificate, NODE_EXTRA_CA_CERTS=FILE names it.`,
)
const noRights = mistake(
  ({ user, prefix, reason }) =>
    `The user ${user} of Redis may not do what this server needs: ${reason}. It needs the rights ~${prefix}* &${prefix}* +@all -@dangerous.`,
)

const inCluster = mistake(
  ({ at }) =>
    `Redis at ${at} is part of a cluster. --bus needs one Redis that is none: it holds little and can be lost.`,
)

/** By the beginning of what Redis answers, or the code of the connection. */
const failures: Record<string, { words: Words; isMistake: boolean }> = {
  ECONNREFUSED: absence(
    ({ at }) => `Nothing listens at ${at}, where Redis should be. Start it, or correct the address in --bus.`,
  ),
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ConnectionTimeoutError: silent,
  SocketClosedUnexpectedlyError: hungUp,
  ECONNRESET: hungUp,
  'Unknown RESP': mistake(({ at }) => `What listens at ${at} is no Redis. Correct the address in --bus.`),
  NOAUTH: mistake(
    ({ at }) => `Redis at ${at} wants a password. Put it into the address of --bus: redis://:password@host:port.`,
  ),
  WRONGPASS: mistake(
    ({ at, user }) =>
      `Redis at ${at} does not let the user ${user} in: the user or the password is wrong. Correct them in --bus.`,
  ),
  'ERR DB index': mistake(
    ({ at, database }) =>
      `Redis at ${at} has no database ${database}. Correct the number at the end of the address in --bus.`,
  ),
  NOPERM: noRights,
  NOPROTO: mistake(({ at }) => `Redis at ${at} is too old. Redis 6 or newer is needed, or Valkey.`),
  'ERR unknown command': mistake(({ at }) => `Redis at ${at} is too old. Redis 6 or newer is needed, or Valkey.`),
  MOVED: inCluster,
  // A cluster has one database only.
  'ERR SELECT': inCluster,
  OOM: absence(({ at }) => `Redis at ${at} is full. Give it more memory: maxmemory in its configuration.`),
  READONLY: mistake(
    ({ at }) => `Redis at ${at} is a copy that can only be read. Name the one that it copies in --bus.`,
  ),
  DENIED: mistake(
    ({ at, reason }) =>
      `Redis at ${at} lets nobody in over the network: ${reason}. Give it a password, or switch off its protected mode.`,
  ),
}

/** Puts into words why Redis does not work. */
export function explainFailure(error: unknown, address: RedisAddress, prefix: string): RedisFailure {
  const { host, port, username, database, isTls } = address
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const reason = reasonOf(error)
  const known = Object.entries(failures).find(([start]) => codesOf(error).some((code) => code.startsWith(start)))?.[1]
  const { words, isMistake } = known ?? (/SSL|TLS|certificate/i.test(reason) ? badTls : other)
  return { words: words({ at, isTls, user: username ?? 'default', database, prefix, reason }), isMistake }
}

const other = absence(({ at, reason }) => `Redis at ${at} cannot be used: ${reason}.`)

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  return [...code, error.constructor.name, error.message, ...codesOf(inner)]
}

/** One line of a certain length. Node tells to start it with a flag, and nobody starts it here. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message || error.constructor.name : String(error)).split('\n')
  const said = line.replace(/; if the root CA is installed locally.*/, '')
  return said.slice(0, 200).replace(/[.\s]+$/, '')
}
