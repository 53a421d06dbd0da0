import { resolve } from 'node:path'
import type { Config } from '#config'
import { findAtPort, findRunning } from './findRunning.ts'
import { type AppToCheck, checkApp } from './apps.ts'
import { type Check, failed, skipped } from './check.ts'
import { checkDataDirectory, checkSpace, checkSync } from './disk.ts'
import { checkClock, checkNode, checkPort } from './machine.ts'
import { checkPostgres, checkPublicUrl, checkRedis } from './services.ts'

/**
 * Looks at everything that a server with these settings needs. `findApps` names the apps to look at; it throws if it cannot.
 */
export async function diagnose(config: Config, findApps: () => Promise<AppToCheck[]>): Promise<Check[]> {
  const directory = resolve(config.data)
  const isInDatabase = config.store !== undefined
  const running = isInDatabase
    ? await findAtPort(config)
    : config.data === ':memory:'
      ? undefined
      : findRunning(directory)
  const postgres = await checkPostgres(config.store)
  const redis = await checkRedis(config.bus, postgres.epoch)
  const clocks = [postgres.clock, redis.clock].flatMap((clock) => clock ?? [])
  return [
    checkNode(),
    await checkPort(config, running),
    ...(isInDatabase ? [] : [checkDataDirectory(config.data), checkSpace(config.data), checkSync(config.data)]),
    checkClock(clocks),
    ...postgres.checks,
    ...redis.checks,
    await checkPublicUrl(config.public_url, running?.url !== undefined),
    ...(await checkApps(findApps, running?.dev === true, config.app_networks)),
  ]
}

/** Only a server for development posts to its own machine. `isDev`: one was found here. */
async function checkApps(
  findApps: () => Promise<AppToCheck[]>,
  isDev: boolean,
  networks: readonly string[],
): Promise<Check[]> {
  try {
    const apps = await findApps()
    if (apps.length === 0) return [skipped('apps', 'none is named: --app looks at one')]
    return await Promise.all(apps.map((app) => checkApp(app, isDev || app.dev ? ['loopback', ...networks] : networks)))
  } catch (error) {
    return [
      failed('apps', error instanceof Error ? error.message : String(error), 'Name an app of this server with --app.'),
    ]
  }
}
