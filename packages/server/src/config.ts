import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parse } from 'yaml'
import { z } from 'zod'
import { nearest, suggestion } from '#documents/didYouMean'
import { withoutPassword } from '#documents/withoutPassword'
import { parseRedisAddress } from '#bus/redis/address'
import { isNetwork } from '#domain/access/networks'
import { parseDuration } from '#domain/settings/duration'
import { hintRules } from '#domain/settings/hintRules'
import { profileNames } from '#domain/settings/profiles'
import { pushRules } from '#domain/push/rule'
import { parseBucketAddress } from '#domain/files/bucketAddress'

const proxies = 'needs to be loopback, private, or addresses and ranges like 10.1.0.0/16, with commas between'
const networks = 'needs to be loopback, private, or ranges like 10.1.0.0/16, with commas between'
const shortest = 60_000
const aDuration = 'needs to be a duration like 5h, of a minute at least'
const metricsAccess = 'needs to be off, open, or a port of its own like 9464 (of this machine alone) or 10.0.0.5:9464'
const aCount = 'needs to be a whole number from 1 on'
const aPort = 'needs to be a whole number from 0 to 65535'

const oneOf = <const Name extends string>(all: readonly Name[]) => z.enum(all, `needs to be one of ${all.join(', ')}`)

/** Every setting of a process. Flags, environment variables, keys of the file, help and docs come from this declaration. */
const declared = z.strictObject({
  port: z.coerce
    .number(aPort)
    .int(aPort)
    .min(0, aPort)
    .max(65_535, aPort)
    .default(7070)
    .describe('port to listen on; 0 takes a free one'),
  host: z.string().default('127.0.0.1').describe('address to listen on'),
  data: z
    .string()
    .regex(/^(?!\w+:\/\/)/, 'needs to be a directory; the address of a database goes into --store')
    .default('./.rivulet')
    .describe('data directory; ":memory:" keeps nothing'),
  workspace: z.string().optional().describe('workspace file to start with'),
  store: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'needs to be an address like postgres://user@host/database')
    .optional()
    .describe('postgres://… in place of SQLite in the data directory'),
  key: z
    .string()
    .optional()
    .describe(
      'file with the keys to the secrets in the database; `key` in the data directory if absent, needed with store',
    ),
  files: z
    .string()
    .check(isReadBy(parseBucketAddress))
    .optional()
    .describe(
      's3://bucket/prefix?region=… for uploaded files, with endpoint=https://… for another store than Amazon S3; ' +
        'the data directory or PostgreSQL if absent',
    ),
  bus: z
    .string()
    .check(isReadBy(parseRedisAddress))
    .optional()
    .describe('redis://… or rediss://… through which several processes with one store reach each other'),
  metrics: z.coerce
    .string()
    .transform(toMetricsAccess)
    .default('off')
    .describe(
      'where /metrics answers: off, open (to anybody who reaches the server), or a port of its own like 9464 or 10.0.0.5:9464',
    ),
  public_url: z
    .url({ protocol: /^https?$/, error: 'needs to be an address like https://chat.example.org' })
    .refine(isOrigin, 'needs to be an address without a path, like https://chat.example.org')
    .transform((url) => new URL(url).origin)
    .optional()
    .describe('address that people and apps use; made from host and port if absent'),
  max_connections: z.coerce
    .number(aCount)
    .int(aCount)
    .min(1, aCount)
    .default(10_000)
    .describe('how many connections may be open; fewer if the process may not open twice as many files'),
  max_connections_per_address: z.coerce
    .number(aCount)
    .int(aCount)
    .min(1, aCount)
    .default(5000)
    .describe(
      'how many of them one address, or one /64 of IPv6, may have; this machine and trusted proxies may have all',
    ),
  socket_lifetime: z
    .string(aDuration)
    .default('5h')
    .transform((text) => parseDuration(text) ?? 0)
    .refine((time) => time >= shortest, aDuration)
    .describe('how long a socket of an app lives before it is asked to open another'),
  trusted_proxies: z
    .string(proxies)
    .transform(toNames)
    .refine((names) => names.every((name) => isNetwork(name) || isIP(name) !== 0), proxies)
    .default([])
    .describe(
      'proxies whose X-Forwarded-For and Forwarded say who the caller is: loopback, private, addresses and ranges',
    ),
  profile: oneOf(profileNames).optional().describe('how streams and rate limits behave: contract or slack'),
  hints: oneOf(hintRules).default('journal').describe('in development: hints are on, in the journal alone, or off'),
  push: oneOf(pushRules)
    .default('on')
    .describe(
      'notifications through the push services of browsers: on, without-text (only that something is new), off',
    ),
  app_networks: z
    .string(networks)
    .transform(toNames)
    .refine((names) => names.every(isNetwork), networks)
    .default([])
    .describe(
      'where apps may be posted to in addition to the public internet: loopback, private, ranges like 10.1.0.0/16; ' +
        'development allows loopback',
    ),
})

export type Config = z.output<typeof declared>
export type ConfigName = keyof Config
export const configNames = declared.keyof().options
const file = 'rivulet.config.yaml'
/** A setting is not what it has to be, wherever it comes from: a flag, the environment or `rivulet.config.yaml`. */
export class ConfigError extends Error {}

/** The settings, and where each that was given comes from: a flag, a variable or a key of the file. */
export interface ReadConfig {
  config: Config
  from: ReadonlyMap<string, string>
  /** By setting: every place that gives a value, the one that wins last. */
  origins: ReadonlyMap<string, { from: string; value: unknown }[]>
}

/** Flags win over the environment, the environment wins over `rivulet.config.yaml`, and the file over the defaults. */
export function readConfig(flags: Record<string, unknown>, environment: NodeJS.ProcessEnv): Config {
  return readConfigWithSources(flags, environment).config
}

export function readConfigWithSources(flags: Record<string, unknown>, environment: NodeJS.ProcessEnv): ReadConfig {
  const given: Record<string, unknown> = readFile()
  const origins = new Map(Object.entries(given).map(([name, value]) => [name, [{ from: `${file}: ${name}`, value }]]))
  for (const name of configNames) {
    const variable = environmentName(name)
    const all = origins.get(name) ?? []
    // Many tools set a variable to an empty text when they mean that it is not set.
    if (environment[variable]) all.push({ from: variable, value: environment[variable] })
    if (flags[name] !== undefined) all.push({ from: flagName(name), value: flags[name] })
    if (all.length === 0) continue
    origins.set(name, all)
    given[name] = all.at(-1)?.value
  }
  const from = new Map([...origins].map(([name, all]) => [name, all.at(-1)?.from ?? '']))
  const checked = declared.safeParse(given)
  if (checked.success) return { config: checked.data, from, origins }
  const [issue] = checked.error.issues
  if (issue?.code === 'unrecognized_keys') {
    throw new ConfigError(
      issue.keys.map((key) => `${file}: no such setting: ${key}${suggestion(key, configNames)}`).join('\n'),
    )
  }
  const name = String(issue?.path[0] ?? '')
  throw new ConfigError(`${from.get(name) ?? name} ${issue?.message}; ${describeRefused(name, given[name])}`)
}

/** An address that cannot be read may hold a password anywhere. */
function describeRefused(name: string, value: unknown): string {
  if (!['store', 'bus', 'files'].includes(name)) return `it is ${JSON.stringify(withoutPassword(value))}`
  if (/^["']/.test(String(value))) return 'it begins with a quotation mark'
  return 'its value is not repeated here, because it may hold a password'
}

/** These settings and the defaults of all others, whatever the environment and the file say. */
export function defaultConfig(given: z.input<typeof declared>): Config {
  return declared.parse(given)
}

/** What begins like a variable of a setting and is none, with what was probably meant. */
export function findUnknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = configNames.map(environmentName)
  return Object.keys(environment)
    .filter((name) => /^RIVULET_/i.test(name) && !known.includes(name) && !otherVariables.test(name))
    .map((name) => {
      const [meant] = nearest(name, known, 1, Math.ceil((name.length - 'RIVULET_'.length) * 0.4))
      return meant === undefined ? name : `${name} (did you mean ${meant}?)`
    })
}

/** Variables of commands and of our own tools, and those that Kubernetes makes for a service called rivulet. */
const otherVariables = /^RIVULET_(PROOF|TEST|SERVICE)_|^RIVULET_PORT_\d+_|^RIVULET_(URL|TOKEN|FROM|TO|COMMAND)$/

/** A check that a text can be parsed; the error of `parse` says what is wrong. */
function isReadBy(parse: (text: string) => unknown) {
  return (context: z.core.ParsePayload<string>): void => {
    try {
      parse(context.value)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      context.issues.push({ code: 'custom', message, input: context.value })
    }
  }
}

function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`
}

export function flagName(name: string): string {
  return `--${name.replaceAll('_', '-')}`
}

export function environmentName(name: string): string {
  return `RIVULET_${name.toUpperCase()}`
}

export function describeSetting(name: keyof Config): { description: string; byDefault: string | undefined } {
  const schema: z.ZodType = declared.shape[name]
  // A default may be a text that becomes something else.
  const given = schema instanceof z.ZodPipe ? schema.in : schema
  const byDefault = given instanceof z.ZodDefault ? String(given.def.defaultValue) : undefined
  return { description: schema.description ?? '', byDefault }
}

function readFile(): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    const read: unknown = parse(readFileSync(file, 'utf8')) ?? {}
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read }
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new ConfigError(`${file} needs to hold settings, each as "name: value"`)
}

function toNames(text: string): string[] {
  return text.split(',').flatMap((name) => name.trim() || [])
}

/** A port without an address is one of this machine alone. */
function toMetricsAccess(text: string, context: z.RefinementCtx): 'off' | 'open' | { host: string; port: number } {
  if (text === 'off' || text === 'open') return text
  const [, host = '127.0.0.1', port = ''] = /^(?:(?:\[?([\da-f.:]+?)\]?):)?(\d{1,5})$/i.exec(text) ?? []
  if (isIP(host) !== 0 && port !== '' && Number(port) <= 65_535) return { host, port: Number(port) }
  context.addIssue({ code: 'custom', message: metricsAccess })
  return z.NEVER
}
