import { z } from 'zod'
import { revokeToken } from '#domain/access/revokeTokens'
import { flag } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'

export const revoke = writingMethod('auth.revoke', {
  summary: 'Revokes the token of the call.',
  tokens: ['bot', 'user', 'app', 'org'],
  scopes: [],
  rate: 'tier3',
  byGet: true,
  args: z.object({ test: flag.default(false).describe('Whether this is only a test that revokes nothing.') }),
  result: z.object({ revoked: z.boolean() }),
  errors: {},

  async handle(args, { caller, db }) {
    if (args.test) return { revoked: false }
    await revokeToken(db, caller)
    return { revoked: true }
  },
})
