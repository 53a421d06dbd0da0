import { configNames, describeSetting, environmentName, flagName } from '#config'
import { code, page, table } from './table.ts'

/** The page `docs/configuration.md`. */
export function configurationPage(): string {
  const rows = configNames.map((name) => {
    const { description, byDefault } = describeSetting(name)
    return [flagName(name), environmentName(name), name, byDefault ?? '']
      .map((text) => (text === '' ? '' : code(text)))
      .concat(description)
  })
  return page([
    '<!-- Generated from the declaration of the settings by `npm run generate`. -->',
    '# Configuration',
    'Flags override the environment, the environment overrides `rivulet.config.yaml` in the working directory, and that overrides the defaults. An empty variable counts as unset.',
    table(['flag', 'environment', 'in `rivulet.config.yaml`', 'default', ''], rows),
    '`--json` prints one JSON object when the server is ready, and logs to standard error.',
    'A workspace file describes what a server starts with: teams, people, channels, apps and policies. [workspace.schema.json](workspace.schema.json) is its JSON Schema: editors complete and check the file when its first line is',
    '```yaml\n# yaml-language-server: $schema=./workspace.schema.json\n```',
  ])
}
