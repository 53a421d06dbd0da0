import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { Refusal } from '#domain/refusal'
import { method } from '#rpc/method'

export const test = method('api.test', {
  summary: 'Checks that the server answers, and returns the arguments it was given.',
  tokens: 'none',
  scopes: [],
  rate: 'special',
  args: z.looseObject({
    error: shortId.optional().describe('An error code to answer with.'),
  }),
  result: z.object({ args: z.record(z.string(), z.unknown()) }),
  errors: { any: 'The code given as `error`.' },

  async handle(args) {
    if (args.error) throw new Refusal(args.error, 'The call asked for this error.', { args })
    return { args: { ...args } }
  },
})
