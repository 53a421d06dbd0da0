import {
  type Config,
  type ConfigName,
  configNames,
  describeSetting,
  findUnknownVariables,
  readConfigWithSources,
} from '#config'
import { suggestion } from '#documents/didYouMean'
import { formatDuration } from '#domain/settings/duration'
import { withoutPassword } from '#documents/withoutPassword'
import { WrongUsage } from '#cli/terminal/failure'
import { writeOutput } from '#cli/terminal/output'
import { runAndReport } from './report.ts'

interface ConfigFlags {
  /** Only this one. */
  setting: string | undefined
  /** Every place that gives a value. */
  origin: boolean
  json: boolean
}

/** A setting, and every place that gives it a value, the one that wins first. */
interface Row {
  name: ConfigName
  value: ReturnType<typeof shown>
  from: string
  origin: { from: string; value: unknown }[]
}

/** `rivulet config`. Returns the exit code. */
export function printConfig(flags: Record<string, unknown>, { setting, origin, json }: ConfigFlags): Promise<number> {
  return runAndReport(async () => {
    const { config, from, origins } = readConfigWithSources(flags, process.env)
    const rows = namesFor(setting).map((name): Row => {
      const given = (origins.get(name) ?? []).toReversed().map((one) => ({ ...one, value: withoutPassword(one.value) }))
      const { byDefault } = describeSetting(name)
      const all = [...given, ...(byDefault === undefined ? [] : [{ from: 'default', value: byDefault }])]
      return { name, value: shown(config, name), from: from.get(name) ?? 'default', origin: all }
    })
    await writeOutput(json ? toJson(rows, origin) : toText(rows, origin))
    warnOfUnknownVariables()
  })
}

function namesFor(setting: string | undefined): readonly ConfigName[] {
  if (setting === undefined) return configNames
  const wanted = setting.replace(/^--/, '').replaceAll('-', '_').toLowerCase()
  const found = configNames.find((name) => name === wanted)
  if (found) return [found]
  throw new WrongUsage(`There is no setting ${JSON.stringify(setting)}${suggestion(wanted, configNames)}`)
}

function toJson(rows: readonly Row[], origin: boolean): string {
  const settings = rows.map(({ name, value, from, ...row }) => {
    return [name, { value: value ?? null, from, ...(origin ? { origin: row.origin } : {}) }]
  })
  return `${JSON.stringify(Object.fromEntries(settings), undefined, 2)}\n`
}

function toText(rows: readonly Row[], origin: boolean): string {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.flatMap(({ name, value, from, ...row }) => {
    const line = `${name.padEnd(width)}  ${String(value ?? '') || '-'}  (${from})`
    const others = origin ? row.origin.slice(1) : []
    return [line, ...others.map((other) => `${' '.repeat(width)}  over ${String(other.value)}  (${other.from})`)]
  })
  return `${lines.join('\n')}\n`
}

/** Tells of variables that begin like those of settings and name none. */
export function warnOfUnknownVariables(): void {
  const unknown = findUnknownVariables(process.env)
  if (unknown.length > 0)
    process.stderr.write(`rivulet: ignored, because no setting has this variable: ${unknown.join(', ')}\n`)
}

function shown(config: Config, name: ConfigName) {
  if (name === 'socket_lifetime') return formatDuration(config[name])
  const value = config[name]
  if (typeof value === 'object' && 'host' in value) return `${value.host}:${value.port}`
  return withoutPassword(value)
}
