import type { Method } from '#rpc/method'

/** The argument that names a channel. */
export function channelArgument({ args }: Method): 'channel' | 'channel_id' | undefined {
  return (['channel', 'channel_id'] as const).find((name) => name in args.shape)
}

/** An argument that has to be a string. */
export function stringArgument({ args }: Method): string | undefined {
  return Object.keys(args.shape).find((name) => {
    const issue = args.shape[name]?.safeParse(['x']).error?.issues[0]
    return issue?.code === 'invalid_type' && issue.expected === 'string'
  })
}

/** The argument that names the team of the call. */
export function teamArgument({ args }: Method): string | undefined {
  return ['team_id', 'team'].find((name) => name in args.shape)
}

export function requiredArgs({ args }: Pick<Method, 'args'>): string[] {
  return Object.entries(args.shape).flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [] : [name]))
}
