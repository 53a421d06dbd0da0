import {
  type Config,
  ConfigError,
  configNames,
  findUnknownVariables,
  readConfigWithSources,
  withoutPassword,
} from '#config'

/** `rivulet config`. Returns the exit code. */
export function printConfig(flags: Record<string, unknown>, json: boolean): number {
  try {
    const { config, from } = readConfigWithSources(flags, process.env)
    const rows = configNames.map((name) => [name, shown(config, name), from.get(name) ?? 'default'] as const)
    if (json) {
      const settings = rows.map(([name, value, source]) => [name, { value: value ?? null, from: source }])
      process.stdout.write(`${JSON.stringify(Object.fromEntries(settings), undefined, 2)}\n`)
    } else {
      const width = Math.max(...configNames.map((name) => name.length))
      for (const [name, value, source] of rows)
        process.stdout.write(`${name.padEnd(width)}  ${String(value ?? '') || '-'}  (${source})\n`)
    }
    warnOfUnknownVariables()
    return 0
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`rivulet: ${error.message}\n`)
    return 2
  }
}

/** Tells of variables that begin like those of settings and name none. */
export function warnOfUnknownVariables(): void {
  const unknown = findUnknownVariables(process.env)
  if (unknown.length > 0)
    process.stderr.write(`rivulet: ignored, because no setting has this variable: ${unknown.join(', ')}\n`)
}

function shown(config: Config, name: keyof Config) {
  const value = config[name]
  if (typeof value === 'object' && 'host' in value) return `${value.host}:${value.port}`
  return withoutPassword(value)
}
