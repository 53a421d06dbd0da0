import type { MethodSettings, Settings } from '#domain/settings/settings'
import type { Workspace } from './workspace.ts'

/** Changes the row of a team and clears the cache of the running server. */
export async function changeTeam({ store }: Workspace, id: string, change: object): Promise<void> {
  await store.write((tx) => tx.updateTable('teams').set(change).where('id', '=', id).execute())
  store.db.cache.clear()
}

/** Changes limits and clears the cache of the running server. */
export function setLimits(workspace: Pick<Workspace, 'store'>, limits: Partial<Settings['limits']>): Promise<void> {
  return changeSettings(workspace, (settings) => Object.assign((settings.limits ??= {}), limits))
}

/** Changes the limits of files and clears the cache of the running server. */
export function changeFiles(workspace: Pick<Workspace, 'store'>, files: Partial<Settings['files']>): Promise<void> {
  return changeSettings(workspace, (settings) => Object.assign((settings.files ??= {}), files))
}

/** Changes the settings of a method and clears the cache of the running server. */
export function setMethod(workspace: Workspace, name: string, change: MethodSettings): Promise<void> {
  return changeSettings(workspace, (settings) => (settings.methods[name] = change))
}

async function changeSettings({ store }: Pick<Workspace, 'store'>, change: (settings: any) => void): Promise<void> {
  const row = await store.db.selectFrom('meta').select('value').where('key', '=', 'settings').executeTakeFirstOrThrow()
  const settings = JSON.parse(row.value)
  change(settings)
  const value = JSON.stringify(settings)
  await store.write((tx) => tx.updateTable('meta').set({ value }).where('key', '=', 'settings').execute())
  store.db.cache.clear()
}
