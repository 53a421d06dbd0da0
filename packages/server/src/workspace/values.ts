import { isIP } from 'node:net'
import { z } from 'zod'
import { suggestion } from '#documents/didYouMean'
import { isTimeZone } from '#domain/people/timeZone'
import { parseDuration } from '#domain/settings/duration'

/** An object that allows no unknown keys. The error message has one line for each unknown key. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `is not a known key${suggestion(key, known)}`).join('\n')
        : undefined,
  })
}

export const text = z.string().min(1, 'must not be empty')

/** Ids that begin with one of these letters. */
export function id(letters: string) {
  const wanted = letters.split('').join(' or ')
  return z
    .string()
    .regex(new RegExp(`^[${letters}][A-Z0-9]{1,30}$`), `needs to be ${wanted} followed by capital letters and digits`)
}

export const enterpriseId = id('E')
export const teamId = id('T')
export const userId = id('U')
export const appId = id('A')
export const channelId = id('CGD')
export const actorId = id('UA').describe('A person, or an app, which stands for its bot user.')

const noDuration = 'needs to be a time like "500ms", "90s", "10m", "2h" or "1d", or 0 for none'

/** Becomes milliseconds. */
export const duration = z
  .union([z.literal(0), z.string().regex(/^(0|\d+(ms|s|m|h|d))$/, noDuration)], noDuration)
  .transform((value) => parseDuration(String(value)) ?? 0)

/** Becomes Unix milliseconds. */
export const moment = z.iso
  .datetime({ offset: true, error: 'needs to be a time like "2026-01-31T12:00:00Z"' })
  .transform((value) => Date.parse(value))

export const messageTs = z
  .string()
  .regex(/^\d{10}\.\d{6}$/, 'needs to be ten digits, a dot and six digits, in quotes, like "1767225600.000100"')
  // Its microseconds, and those of later messages, must be numbers that JavaScript can represent.
  .refine((ts) => ts < '9000000000', 'is too far in the future: it must be less than 9000000000 (the year 2255)')

export const cidr = z
  .string()
  .refine(isCidr, 'needs to be an address with the length of its network, like 203.0.113.0/24 or 2001:db8::/32')

function isCidr(value: string): boolean {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(value) ?? []
  const version = isIP(address)
  return version !== 0 && Number(length) <= (version === 4 ? 32 : 128)
}

const count = z.int().min(1, 'needs to be at least 1')
export const perMinute = z
  .union([count, strictObject({ limit: count, burst: count })], { error: 'needs to be a number, or { limit, burst }' })
  .describe('How many per minute.')

export const timeZone = z.string().refine(isTimeZone, {
  error: (issue) => `is not a time zone${suggestion(String(issue.input), Intl.supportedValuesOf('timeZone'))}`,
})

export const locale = z
  .string()
  .refine((name) => accepted(() => Intl.getCanonicalLocales(name)), 'needs to be a language tag like en-GB or pt-BR')

function accepted(use: () => unknown): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}

/** The name of a method of the Web API; any text if the methods are not known. */
export function methodName(known: readonly string[] | undefined, ...others: string[]) {
  if (!known) return z.string()
  const names = [...known, ...others]
  const allowed = new Set(names)
  return z
    .string()
    .refine((name) => allowed.has(name), {
      error: (issue) => `is not a method${suggestion(String(issue.input), names)}`,
    })
    .meta({ enum: names })
}
