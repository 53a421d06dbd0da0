import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

/** Every setting of a process. One declaration: flags, environment, file and help come from it. */
const declared = z.strictObject({
  port: z.coerce.number().int().min(0).max(65_535).default(7070).describe('port to listen on; 0 takes a free one'),
  host: z.string().default('127.0.0.1').describe('address to listen on'),
  data: z.string().default('./.rivulet').describe('data directory; ":memory:" keeps nothing'),
  workspace: z.string().optional().describe('workspace file to start with'),
  store: z.string().optional().describe('postgres://… in place of SQLite in the data directory'),
  bus: z.string().optional().describe('redis://… to wake other processes'),
  public_url: z.url({ protocol: /^https?$/ }).optional().describe('address that people and apps use; from host and port if absent'),
})

export type Config = z.output<typeof declared>
export const configNames = Object.keys(declared.shape) as (keyof Config)[]
const file = 'rivulet.config.yaml'

export class ConfigError extends Error {}

/** Flags win over the environment, the environment over `rivulet.config.yaml`, that over the defaults. */
export function readConfig(flags: Record<string, unknown>, environment: NodeJS.ProcessEnv): Config {
  const given: Record<string, unknown> = readFile()
  for (const name of configNames) {
    const value = flags[name] ?? environment[environmentName(name)]
    if (value !== undefined) given[name] = value
  }
  const checked = declared.safeParse(given)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const name = String(issue?.path[0] ?? '')
  const what = issue?.code === 'unrecognized_keys' ? `${file}: ${issue.message}` : `--${name.replaceAll('_', '-')}: ${issue?.message}`
  throw new ConfigError(what)
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
    return { ...parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    throw new ConfigError(`${file} is not YAML: ${error instanceof Error ? error.message : String(error)}`)
  }
}
