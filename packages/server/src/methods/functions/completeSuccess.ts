import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { shortId } from '#rpc/args/values'
import { completeFunction } from '#domain/apps/functions'
import { structured } from '#rpc/args/structured'
import { functionErrors } from '#rpc/errors/function'
import { writingMethod } from '#rpc/method'

const outputs = structured<Record<string, unknown>>('object', 'invalid_arguments', (value) => {
  const size = JSON.stringify(value).length
  if (size <= maxLength.outputs) return { value: { ...Object(value) } }
  const detail = `"outputs" is at most ${maxLength.outputs} characters of JSON; this is ${size}.`
  return { code: 'invalid_arguments', detail, messages: [detail] }
})

export const completeSuccess = writingMethod('functions.completeSuccess', {
  summary: 'Says that a run of a function has succeeded, with its outputs.',
  tokens: ['bot'],
  scopes: [],
  rate: 'tier3',
  args: z.object({
    function_execution_id: shortId.describe('The run, from `function_executed`.'),
    outputs: outputs.describe('The output parameters by name.'),
  }),
  result: z.object({}),
  errors: {
    ...functionErrors,
    parameter_validation_failed: {
      wrong: 'The outputs are not those of the function.',
      cause: 'A required output parameter of the manifest is missing.',
      remedy: 'Send every required output parameter.',
    },
  },

  /** [FUN-3] */
  async handle(args, { caller, db }) {
    const by = { teamId: caller.teamId, appId: caller.app?.id }
    await completeFunction(db, by, args.function_execution_id, { outputs: args.outputs })
    return {}
  },
})
