import { resolve } from 'node:path'
import { readConfig } from '#config'
import { backUp } from '#server/backup/backUp'
import type { Manifest } from '#server/backup/manifest'
import { restore } from '#server/backup/restore'
import { findKeys } from '#server/openStore'
import { printJson } from '#cli/administration/print'
import { printNote, runAndReport } from '#cli/report'
import { version } from '#cli/version'

/** `rivulet backup`. Returns the exit code. */
export async function makeBackup(target: string, settings: Record<string, unknown>, json: boolean): Promise<number> {
  return runAndReport(async () => {
    const config = readConfig(settings, process.env)
    const manifest = await backUp(config, target, version())
    if (json) printJson({ backup: resolve(target), ...facts(manifest) })
    else process.stdout.write(`The backup ${resolve(target)} is complete: ${summary(manifest)}.\n`)
    const { key, store } = config
    if (manifest.bucket !== undefined)
      printNote(`Files in ${manifest.bucket.replace(/\?.*/, '')} are not in it. Keep versions in that bucket.`)
    const file = key === undefined && store !== undefined ? 'the file that --key names' : findKeys(config).path
    if (manifest.keys.length > 0)
      printNote(
        `The key to its secrets is not in it. Keep a copy of ${file} in another place: who has both can act as every app.`,
      )
  })
}

/** `rivulet restore`. Returns the exit code. */
export async function restoreBackup(
  from: string,
  settings: Record<string, unknown>,
  { replace, json }: { replace: boolean; json: boolean },
): Promise<number> {
  return runAndReport(async () => {
    const config = readConfig(settings, process.env)
    const { manifest, movedTo } = await restore(config, from, { replace })
    const place = config.store === undefined ? resolve(config.data) : 'the database'
    if (json) printJson({ restored_into: place, moved_to: movedTo ?? null, ...facts(manifest) })
    else process.stdout.write(`The backup of ${manifest.made_at} is restored into ${place}: ${summary(manifest)}.\n`)
    if (movedTo !== undefined)
      printNote(`What was there before is in ${movedTo}. Delete it when you do not need it any more.`)
    if (manifest.bucket !== undefined)
      printNote(
        `Files of it are not in the backup, but in a bucket. Start the server with --files '${manifest.bucket}'. It deletes none of those that are newer than the backup for 30 days.`,
      )
    if (config.store !== undefined && config.key === undefined) return
    const keys = findKeys(config)
    const there = new Set(keys.read()?.map(({ id }) => id))
    const missing = manifest.keys.filter((id) => !there.has(id))
    if (missing.length > 0)
      printNote(
        `Before you start the server, put the key file back as ${keys.path}: the secrets are sealed with the key ${missing.join(', ')}. If it is lost: rivulet key rotate --lost`,
      )
  })
}

function facts({ made_at, rows, parts }: Manifest) {
  return { made_at, rows, bytes: parts.reduce((sum, part) => sum + part.bytes, 0) }
}

function summary(manifest: Manifest): string {
  const { rows, bytes } = facts(manifest)
  const counts = Object.entries(rows).map(
    ([table, count]) => `${count} ${count === 1 ? table.replace(/s$/, '') : table}`,
  )
  return `${counts.join(', ')}, ${(bytes / 1_000_000).toFixed(1)} MB`
}
