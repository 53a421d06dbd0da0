import { z } from 'zod'
import { deletePicture } from '#domain/people/pictures/pictures'
import { writingMethod } from '#rpc/method'

export const deletePhoto = writingMethod('users.deletePhoto', {
  summary: 'Takes the caller’s own picture away.',
  tokens: ['user'],
  scopes: ['users.profile:write'],
  rate: 'tier2',
  args: z.object({}),
  result: z.object({}),
  errors: {},

  /** [USR-5] */
  async handle(_args, { caller, db }) {
    await deletePicture(db, caller)
    return {}
  },
})
