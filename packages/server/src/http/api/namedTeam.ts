import type { Caller } from '#domain/access/caller'
import type { NamedTeam, Subject } from '#domain/access/enterprise'
import { slackbotId } from '#domain/people/profile/slackbot'
import type { DecodedCall } from '#http/api/decode/decode'
import type { Method } from '#rpc/method'

/** The arguments that name what a call is about. */
const subjectArguments: Record<string, Subject['type']> = {
  user: 'user',
  user_id: 'user',
  trigger_id: 'trigger',
  interactivity_pointer: 'trigger',
  view_id: 'view',
  external_id: 'externalView',
  function_execution_id: 'run',
}

/**
 * [TOK] What says in which team a call of an org-wide token acts. Clients send `team_id` with every call, so it counts also where
 * a method does not take it: for a bot user who is in several teams.
 */
export function teamNamedBy({ args: { shape } }: Method, { args }: DecodedCall, caller: Caller): NamedTeam {
  const argument = (names: string[]) => args[names.find((name) => name in shape) ?? '']
  if (['channel', 'channel_id', 'team_id', 'team'].some((name) => name in shape))
    return { channel: argument(['channel', 'channel_id']), team: argument(['team_id', 'team']) }
  return { team: args.team_id, subject: subjectOf(shape, args, caller) }
}

function subjectOf(shape: Method['args']['shape'], args: DecodedCall['args'], caller: Caller): Subject | undefined {
  // [USR-11] Slackbot is in every team that the caller is in.
  for (const [name, type] of Object.entries(subjectArguments)) {
    const id = args[name]
    if (name in shape && typeof id === 'string' && id !== '')
      return { type, id: id === slackbotId ? caller.userId : id }
  }
  // Without a user, these methods are about the caller.
  return 'user' in shape ? { type: 'user', id: caller.userId } : undefined
}
