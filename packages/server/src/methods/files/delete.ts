import { z } from 'zod'
import { deleteFile } from '#domain/files/share'
import { actingIn } from '#domain/access/teams'
import { ownTeam } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'

export const remove = writingMethod('files.delete', {
  summary: 'Deletes a file of the caller, wherever it is shared.',
  tokens: ['bot', 'user'],
  scopes: ['files:write'],
  rate: 'tier3',
  args: z.object({ file: z.string().describe('The id of the file.'), team_id: ownTeam }),
  result: z.object({}),
  errors: {
    ...teamErrors,
    file_not_found: 'The caller has uploaded no such file, or deleted it before.',
  },

  async handle({ file, team_id }, { caller, db }) {
    await deleteFile(db, await actingIn(db, caller, team_id), file)
    return {}
  },
})
