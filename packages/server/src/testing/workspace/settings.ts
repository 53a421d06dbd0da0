import type { MethodSettings } from '#domain/settings/settings'
import type { Workspace } from './workspace.ts'

/** Changes the row of a team and clears the cache of the running server. */
export async function changeTeam({ store }: Workspace, id: string, change: object): Promise<void> {
  await store.write((tx) => tx.updateTable('teams').set(change).where('id', '=', id).execute())
  store.db.cache.clear()
}

/** Changes the settings of a method and clears the cache of the running server. */
export async function setMethod({ store }: Workspace, name: string, change: MethodSettings): Promise<void> {
  const row = await store.db.selectFrom('meta').select('value').where('key', '=', 'settings').executeTakeFirstOrThrow()
  const settings = JSON.parse(row.value)
  settings.methods[name] = change
  const value = JSON.stringify(settings)
  await store.write((tx) => tx.updateTable('meta').set({ value }).where('key', '=', 'settings').execute())
  store.db.cache.clear()
}
