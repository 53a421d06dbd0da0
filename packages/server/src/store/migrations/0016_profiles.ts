import { type Kysely, sql } from 'kysely'

/** Replaces the stored profile by the settings that it stood for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from meta where key = 'settings'`.execute(db)
  for (const { value } of rows) {
    const { profile, ...settings } = JSON.parse(value)
    const measured = profile === 'slack'
    const stream = { ...settings.stream, unfinishedTasks: measured ? 'error' : 'keep' }
    const changed = JSON.stringify({ ...settings, stream, rateTiers: measured })
    await sql`update meta set value = ${changed} where key = 'settings'`.execute(db)
  }
}
