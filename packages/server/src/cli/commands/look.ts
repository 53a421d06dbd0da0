import { Argument, type Command } from 'commander'
import { describeExit } from './exitCodes.ts'
import { addLocationOptions, addSettingOptions, toSettings } from './options.ts'

/** Commands that look and explain: `config`, `doctor`, `explain`, `completions`. */
export function addLookCommands(program: Command): void {
  addSettingOptions(
    program
      .command('config')
      .description('Prints every setting, its value and where it comes from.')
      .argument('[setting]', 'only this one: port'),
  )
    .option('--origin', 'print every place that gives a value, also those that others override')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet config port --origin')
    .action(async (setting: string | undefined, flags: Record<string, unknown>) => {
      const { printConfig } = await import('#cli/printConfig')
      const how = { setting, origin: flags['origin'] === true, json: flags['json'] === true }
      process.exitCode = await printConfig(toSettings(flags), how)
    })
  describeExit(
    addSettingOptions(
      addLocationOptions(
        program
          .command('doctor')
          .description('Looks at what a server needs here, and says what to do where something is wrong.'),
      ),
      ['app_networks'],
    ),
    'a check has failed',
  )
    .option('--app <app...>', 'also look whether the request URL of an app answers and checks signatures')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet doctor --app scout')
    .action(async ({ app, url, team, json, ...settings }) => {
      const { examine } = await import('#cli/develop/doctor')
      const apps: string[] = Array.isArray(app) ? app : []
      process.exitCode = await examine({ url, team, apps, json: json === true, settings: toSettings(settings) })
    })
  program
    .command('explain')
    .description('Explains an error of the Web API, or a hint: what it means, what causes it, and what to do.')
    .argument('<error>', 'the error code, as in `error` of an answer')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet explain invalid_thread_ts')
    .action(async (code: string, { json }) => {
      const { explain } = await import('#cli/explain')
      process.exitCode = await explain(code, json === true)
    })
  program
    .command('completions')
    .description('Prints what lets a shell complete commands, flags, methods and their arguments.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      [
        '\nExample:',
        '  bash  echo \'eval "$(rivulet completions bash)"\' >> ~/.bashrc',
        '  zsh   echo \'eval "$(rivulet completions zsh)"\' >> ~/.zshrc, below compinit',
        '  fish  rivulet completions fish > ~/.config/fish/completions/rivulet.fish',
      ].join('\n'),
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish', { json }) => {
      const { printCompletions } = await import('#cli/completions/print')
      process.exitCode = await printCompletions(program, shell, json === true)
    })
}
