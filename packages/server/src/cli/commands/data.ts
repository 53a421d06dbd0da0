import type { Command } from 'commander'
import { addDataOptions, toSettings } from './options.ts'

/** `rivulet backup`, `rivulet restore` and `rivulet key`. */
export function addDataCommands(program: Command): void {
  addDataOptions(
    program
      .command('backup')
      .description('Copies all data into a new directory, with a running server or without. The key is not copied.')
      .argument('<target>', 'a directory that does not exist yet'),
  )
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet backup /backup/monday --data /var/lib/rivulet')
    .action(async (target: string, { json, ...settings }) => {
      const { makeBackup } = await import('#cli/data/backup')
      process.exitCode = await makeBackup(target, toSettings(settings), json === true)
    })
  addDataOptions(
    program
      .command('restore')
      .description('Checks a backup, and copies it into an empty data directory or database.')
      .argument('<backup>', 'the directory of the backup'),
  )
    .option('--replace', 'move the data aside that is in the data directory; not for PostgreSQL')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet restore /backup/monday --data /var/lib/rivulet')
    .action(async (backup: string, { replace, json, ...settings }) => {
      const { restoreBackup } = await import('#cli/data/backup')
      process.exitCode = await restoreBackup(backup, toSettings(settings), {
        replace: replace === true,
        json: json === true,
      })
    })
  const key = program.command('key').description('Manages the key to the secrets in the database.')
  addDataOptions(
    key
      .command('rotate')
      .description('Seals the secrets with a new key. The old ones stay in the key file, for older backups.'),
  )
    .option('--lost', 'the key is lost: make a new one, and new secrets for every app')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet key rotate --data /var/lib/rivulet')
    .action(async ({ lost, json, ...settings }) => {
      const { rotateKey } = await import('#cli/data/key')
      process.exitCode = await rotateKey(toSettings(settings), { isLost: lost === true, json: json === true })
    })
}
