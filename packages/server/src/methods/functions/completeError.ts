import { z } from 'zod'
import { completeFunction } from '#domain/apps/functions'
import { textUpTo, shortId } from '#rpc/args/values'
import { functionErrors } from '#rpc/errors/function'
import { writingMethod } from '#rpc/method'

export const completeError = writingMethod('functions.completeError', {
  summary: 'Says that a run of a function has failed, and why.',
  tokens: ['bot'],
  scopes: [],
  rate: 'tier3',
  args: z.object({
    function_execution_id: shortId.describe('The run, from `function_executed`.'),
    error: textUpTo(4000).describe('What went wrong, for people.'),
  }),
  result: z.object({}),
  errors: {
    ...functionErrors,
  },

  /** [FUN-3] */
  async handle(args, { caller, db }) {
    const by = { teamId: caller.teamId, appId: caller.app?.id }
    await completeFunction(db, by, args.function_execution_id, { error: args.error })
    return {}
  },
})
