export const profileNames = ['contract', 'slack'] as const
export type ProfileName = (typeof profileNames)[number]

/** Something that is otherwise on the public service: one setting, and its value in each profile. */
interface Difference<Value> {
  /** The setting in a workspace file. */
  setting: string
  contract: Value
  slack: Value
  /** The values as documents say them. */
  words: Record<ProfileName, string>
  /** What an app notices. */
  effect: string
  /** Where the value of `slack` is known from. */
  source: string
}

/** [DEV-11] All that a profile sets. The rest of the server does not know profiles. */
export const differences = {
  lifetime: {
    setting: 'stream.lifetime',
    contract: 0,
    slack: 300_000,
    words: { contract: '`0`: none', slack: '`300s`' },
    effect:
      'A stream ends as failed at this age, however much is added to it. The next append answers `message_not_in_streaming_state`.',
    source:
      'Measured: slackapi/node-slack-sdk#2702, slackapi/python-slack-sdk#1859, duqaXxX/code-with-slack (300.3 s). In no documentation.',
  },
  unfinishedTasks: {
    setting: 'stream.unfinished_tasks',
    contract: 'keep',
    slack: 'error',
    words: {
      contract: '`keep`: they keep their status, and are shown as not finished',
      slack: '`error`: they become `error`',
    },
    effect: 'What becomes of tasks that are pending or in progress when their stream ends.',
    source: 'Measured: duqaXxX/code-with-slack, docs/architecture.md. In no documentation.',
  },
  maxText: {
    setting: 'stream.max_text',
    contract: 400_000,
    slack: 12_000,
    words: { contract: '`400000`', slack: '`12000`' },
    effect:
      'The characters of a streamed message as a whole: text, titles, details, outputs, sources and blocks. More is `msg_too_long`.',
    source:
      'Measured, with different figures from 10,600 to 12,000: duqaXxX/code-with-slack, openclaw#143882. The documentation names 12,000 for one call only.',
  },
  rateTiers: {
    setting: 'rate_tiers',
    contract: false,
    slack: true,
    words: {
      contract: '`false`: only assistant.threads.setStatus has a limit',
      slack: '`true`: every method has that of its tier',
    },
    effect: 'More calls a minute are HTTP 429 `ratelimited` with `Retry-After`.',
    source:
      'Documented: docs.slack.dev/apis/web-api/rate-limits. The figures are the least that each tier allows; short bursts are tolerated there.',
  },
} satisfies {
  lifetime: Difference<number>
  unfinishedTasks: Difference<'keep' | 'error'>
  maxText: Difference<number>
  rateTiers: Difference<boolean>
}

/** Which of the settings of profiles a workspace file sets by itself. `written`: the file without defaults. */
export function settingsSetIn(written: unknown): ReadonlySet<string> {
  const names = Object.values(differences).map(({ setting }) => setting)
  return new Set(names.filter((name) => valueAt(written, ['settings', ...name.split('.')]) !== undefined))
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value === undefined || value === null ? undefined : Reflect.get(Object(value), key)),
    root,
  )
}
