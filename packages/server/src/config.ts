import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { isNetwork } from '#delivery/http/allowedNetworks'
import { parseDuration } from '#domain/settings/duration'

const networks = 'needs to be loopback, private, or ranges like 10.1.0.0/16, with commas between'
const shortest = 60_000
const aDuration = 'needs to be a duration like 5h, of a minute at least'
const aPort = 'needs to be a whole number from 0 to 65535'

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
  data: z.string().default('./.rivulet').describe('data directory; ":memory:" keeps nothing'),
  workspace: z.string().optional().describe('workspace file to start with'),
  store: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'needs to be an address like postgres://user@host/database')
    .optional()
    .describe('postgres://… in place of SQLite in the data directory'),
  bus: z
    .string()
    .regex(/^rediss?:\/\//, 'needs to be an address like redis://host')
    .optional()
    .describe('redis://… to wake other processes'),
  metrics: z
    .enum(['local', 'open', 'off'], 'needs to be local, open or off')
    .default('local')
    .describe('who may read /metrics: this machine alone, anybody, nobody'),
  public_url: z
    .url({ protocol: /^https?$/, error: 'needs to be an address like https://chat.example.org' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('address that people and apps use; made from host and port if absent'),
  socket_lifetime: z
    .string(aDuration)
    .default('5h')
    .transform((text) => parseDuration(text) ?? 0)
    .refine((time) => time >= shortest, aDuration)
    .describe('how long a socket of an app lives before it is asked to open another; 5h if absent'),
  app_networks: z
    .string(networks)
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .refine((names) => names.every(isNetwork), networks)
    .default([])
    .describe(
      'where apps may be posted to in addition to the public internet: loopback, private, ranges like 10.1.0.0/16; ' +
        'development allows loopback',
    ),
})

export type Config = z.output<typeof declared>
export const configNames = declared.keyof().options
const file = 'rivulet.config.yaml'

export class ConfigError extends Error {}

/** Flags win over the environment, the environment wins over `rivulet.config.yaml`, and the file over the defaults. */
export function readConfig(flags: Record<string, unknown>, environment: NodeJS.ProcessEnv): Config {
  const given: Record<string, unknown> = readFile()
  const from = new Map(Object.keys(given).map((name) => [name, `${file}: ${name}`]))
  for (const name of configNames) {
    const variable = environmentName(name)
    // Many tools set a variable to an empty text when they mean that it is not set.
    const value = flags[name] ?? (environment[variable] || undefined)
    if (value === undefined) continue
    given[name] = value
    from.set(name, flags[name] === undefined ? variable : flagName(name))
  }
  const checked = declared.safeParse(given)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  if (issue?.code === 'unrecognized_keys') {
    throw new ConfigError(
      `${file}: no such setting: ${issue.keys.join(', ')}; known settings are ${configNames.join(', ')}`,
    )
  }
  const name = String(issue?.path[0] ?? '')
  throw new ConfigError(`${from.get(name) ?? name} ${issue?.message}; it is ${JSON.stringify(given[name])}`)
}

export function flagName(name: string): string {
  return `--${name.replaceAll('_', '-')}`
}

export function environmentName(name: string): string {
  return `RIVULET_${name.toUpperCase()}`
}

export function describeSetting(name: keyof Config): { description: string; byDefault: string | undefined } {
  const schema: z.ZodType = declared.shape[name]
  const byDefault = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : undefined
  const described = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const description = schema.description ?? (described instanceof z.ZodType ? described.description : undefined) ?? ''
  return { description, byDefault }
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
