import { z } from 'zod'
import { toIdentity } from '#objects/identity'
import { method } from '#rpc/method'

export const userInfo = method('openid.connect.userInfo', {
  summary: 'Returns who the person is who signed in with the token.',
  tokens: ['user'],
  scopes: ['openid'],
  rate: 'tier4',
  args: z.object({}),
  result: z
    .looseObject({
      sub: z.string().optional().describe('The id of the person.'),
      email: z.string().optional(),
      name: z.string().optional(),
      picture: z.string().optional(),
    })
    .describe('The claims of the id token.'),
  errors: {},

  async handle(_args, { caller, db }) {
    return toIdentity(db, caller)
  },
})
