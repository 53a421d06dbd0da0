import type { Command } from 'commander'
import { addLocationOptions, toSettings } from './options.ts'

/** `rivulet workspace`. */
export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('Brings a workspace file and the database together.')
  addLocationOptions(
    workspace
      .command('apply')
      .description('Changes what the file says and the database does not, after showing it. Removes nothing else.')
      .argument('<file>', 'the workspace file, YAML or JSON'),
  )
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet workspace apply team.yaml')
    .action(async (path: string, { url, json, dryRun, yes, ...flags }) => {
      const { applyWorkspace } = await import('#cli/administration/workspace')
      const how = { url, json: json === true, dryRun: dryRun === true, yes: yes === true }
      process.exitCode = await applyWorkspace(path, { ...how, settings: toSettings(flags) })
    })
}
