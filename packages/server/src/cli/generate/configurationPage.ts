import { configNames, describeSetting, environmentName, flagName } from '#config'
import { code, page, table } from './table.ts'

/** The settings of a process. */
export function configurationPage(): string {
  const rows = configNames.map((name) => {
    const { description, byDefault } = describeSetting(name)
    return [flagName(name), environmentName(name), name, byDefault ?? '']
      .map((text) => (text === '' ? '' : code(text)))
      .concat(description)
  })
  return page([
    '<!-- Made from the declaration of the settings by `npm run generate`. -->',
    '# Configuration',
    'Flags win over the environment, the environment over `rivulet.config.yaml` in the working directory, that over the defaults. An empty variable counts as none.',
    table(['flag', 'environment', 'in `rivulet.config.yaml`', 'default', ''], rows),
    '`--json` prints one JSON object when the server is ready, and logs to standard error.',
    'What a server starts with, its teams, people, channels, apps and policies, stands in a workspace file. [workspace.schema.json](workspace.schema.json) is its JSON Schema: editors complete and check the file when its first line is',
    '```yaml\n# yaml-language-server: $schema=./workspace.schema.json\n```',
  ])
}
