import { isDeepStrictEqual } from 'node:util'
import { revokeTokens } from '#domain/access/revokeTokens'
import { defaultScopes } from '#domain/access/tokens'
import { lockApp } from '#domain/apps/find'
import { changeManifest, installInTeam, logAccess, setBotScopes } from '#domain/apps/install'
import { readManifest } from '#domain/apps/manifest'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { WorkspaceFile } from '#workspace/declaration'
import { toTokenRow } from '#workspace/load'
import { show, type WorkspaceChange, writtenKeys } from './change.ts'

/** What differs of apps that exist. Their secrets stay as they are. */
export async function appChanges(db: Db, file: WorkspaceFile): Promise<WorkspaceChange[]> {
  const rows = new Map((await db.selectFrom('apps').selectAll().execute()).map((row) => [row.id, row]))
  const installations = await db.selectFrom('installations').select(['app_id', 'team_id']).execute()
  const installed = new Set(installations.map((row) => `${row.app_id} ${row.team_id}`))
  return file.apps.flatMap((app, i) => {
    const row = rows.get(app.id)
    if (!row) return []
    const about = `${readManifest(row.manifest, row.id).title} (${row.id})`
    const keys = writtenKeys(file.written, ['apps', i])
    const changes: WorkspaceChange[] = []
    if (!isDeepStrictEqual(row.manifest, JSON.parse(JSON.stringify(app.manifest))))
      changes.push({
        about,
        words: 'another manifest',
        concernsAccess: true,
        apply: async (tx) => {
          const changed = await changeManifest(tx, row, app.manifest)
          for (const { team } of app.installed_in)
            await setBotScopes(tx, changed, team, defaultScopes('bot', app.manifest))
        },
      })
    const wanted = { removed: app.removed, allowed_ips: app.allowed_ips ?? null }
    for (const key of ['removed', 'allowed_ips'] as const) {
      if (!keys.has(key) || isDeepStrictEqual(row[key], wanted[key])) continue
      const apply = async (tx: Tx) => {
        await tx
          .updateTable('apps')
          .set({ [key]: wanted[key] })
          .where('id', '=', row.id)
          .execute()
        // It may be in teams that the file does not name.
        await logAccess(tx, row)
      }
      changes.push({ about, words: `${key} ${show(wanted[key])}, not ${show(row[key])}`, concernsAccess: true, apply })
    }
    // It is installed nowhere, whatever the file says.
    if (keys.has('removed') ? app.removed : row.removed) return changes
    for (const { team, by } of app.installed_in)
      if (!installed.has(`${app.id} ${team}`))
        changes.push({
          about,
          words: `installed in ${team}`,
          concernsAccess: false,
          apply: async (tx) => {
            const locked = await lockApp(tx, row.id)
            if (!locked) throw new Refusal('app_not_found', `The app ${row.id} was removed just now.`)
            await installInTeam(tx, locked, { teamId: team, installedBy: by })
          },
        })
    return changes
  })
}

/** What differs of tokens that exist. A revoked token stays revoked, whatever the file says. */
export async function tokenChanges(
  db: Db,
  file: WorkspaceFile,
  hashToken: (token: string) => string,
): Promise<WorkspaceChange[]> {
  const changes: WorkspaceChange[] = []
  for (const token of file.tokens) {
    const wanted = toTokenRow(token, file, { hashToken }, 0)
    const row = await db.selectFrom('tokens').selectAll().where('hash', '=', wanted.hash).executeTakeFirst()
    if (!row || row.revoked) continue
    const of = [token.app, token.user ?? token.team].filter((name) => name !== undefined).join(' ')
    const about = `the ${token.kind} token ${row.hash.slice(0, 12)} of ${of}`
    const change = (words: string, apply: WorkspaceChange['apply']) =>
      changes.push({ about, words, concernsAccess: true, apply })
    if (token.revoked) change('revoked', (tx) => revokeTokens(tx, [row]))
    for (const key of ['scopes', 'teams_granted', 'expires_at'] as const) {
      const value = wanted[key] ?? null
      if (isDeepStrictEqual(row[key], value)) continue
      change(`${key} ${show(value)}, not ${show(row[key])}`, async (tx) => {
        await tx
          .updateTable('tokens')
          .set({ [key]: value })
          .where('hash', '=', row.hash)
          .execute()
        tx.work.log(logEntry('token', row.team_id ?? '', { subject: row.hash }))
      })
    }
  }
  return changes
}
