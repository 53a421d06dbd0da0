import { type Command, Option } from 'commander'

/** `rivulet team`. */
export function addTeamCommands(program: Command): void {
  const team = program.command('team').description('Manages teams as a whole.')
  team
    .command('move')
    .description('Moves a team from one PostgreSQL database to another, while the servers of both work.')
    .argument('<team>', 'the team, by its domain or id')
    .addOption(inVariable('RIVULET_FROM', '--from <url>', 'postgres://… where the team is'))
    .addOption(
      inVariable(
        'RIVULET_TO',
        '--to <url>',
        'postgres://… where it goes; servers of this version have been started on it',
      ),
    )
    .requiredOption('--key <file>', 'the key file of the servers of --to')
    .option('--from-files <url>', 's3://… in which the servers of --from have files')
    .option('--to-files <url>', 's3://… in which the servers of --to have files (default their database)')
    .option('--undo', 'take back a move that was stopped before the team had arrived')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  rivulet team move acme --from postgres://rivulet@db1/rivulet --to postgres://rivulet@db2/rivulet --key /etc/rivulet/key',
    )
    // Variables are shown as those of the settings are.
    .configureHelp({ optionDescription: ({ description }) => description })
    .action(async (name: string, { from, to, key, fromFiles, toFiles, undo, json }) => {
      const { move } = await import('#cli/administration/teams')
      const places = { from, to, key, fromFiles, toFiles }
      process.exitCode = await move(name, { ...places, undo: undo === true, json: json === true })
    })
}

/** [OPS-15] A flag that has to be given, or the variable in its place: arguments can be read by everybody on the machine. */
function inVariable(variable: string, flags: string, description: string): Option {
  return new Option(flags, `${description} [${variable}]`).env(variable).makeOptionMandatory()
}
