import { z } from 'zod'
import { method } from '#rpc/method'

export const test = method('api.test', {
  summary: 'Checks that the server answers; says back what it was given.',
  tokens: 'none',
  scopes: [],
  rate: 'special',
  args: z.looseObject({
    error: z.string().optional().describe('An error word to answer with.'),
  }),
  result: z.object({ args: z.record(z.string(), z.unknown()) }),
  errors: { any: 'Whatever word was given as `error`.' },

  async handle(args, { refuse }) {
    if (args.error) throw refuse('any', 'The call asked for this error.', { code: args.error })
    return { args: { ...args } }
  },
})
