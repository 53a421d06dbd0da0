import { differences } from '#domain/settings/profiles'
import { code, page, table } from './table.ts'

/** The page `docs/profiles.md`. */
export function profilesPage(): string {
  const all = Object.values(differences)
  return page([
    '<!-- Generated from the declaration of the profiles by `npm run generate`. -->',
    '# Profiles',
    'A profile sets the defaults of a few settings, and nothing else [DEV-11]. `contract`, the default, follows [the rules](spec/rules.md). `slack` behaves as the public service does where that differs, as far as it is documented or others have measured it. With it an app meets in its tests what it will meet there.',
    table(
      ['setting', '`contract`', '`slack`'],
      all.map(({ setting, words }) => [code(setting), words.contract, words.slack]),
    ),
    '## Choosing one',
    'From the strongest to the weakest:',
    [
      '1. a setting by itself in the workspace file, like `stream: { lifetime: 0 }`, whatever the profile',
      '2. `--profile slack`, or `profile` of `startRivulet` in [tests](testing.md)',
      '3. `RIVULET_PROFILE=slack`',
      '4. `profile: slack` in `rivulet.config.yaml`',
      '5. `profile: slack` under `settings` of the [workspace file](workspace-file.md#settings)',
      '6. `contract`',
    ].join('\n'),
    'What the process is started with (2 to 4) holds as long as it runs and is not stored. The profile of a workspace file is stored with its other settings when the file is first loaded. Several processes on one database are started with the same one. `rivulet config` shows which was given, and from where.',
    '## What each is',
    ...all.flatMap(({ setting, effect, source }) => [`### ${setting}`, effect, `Source: ${source}`]),
  ])
}
