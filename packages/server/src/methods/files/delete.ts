import { z } from 'zod'
import { deleteFile } from '#domain/files/delete'
import { actInTeam } from '#domain/access/teams'
import { ownTeam, shortId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'

export const remove = writingMethod('files.delete', {
  summary: 'Deletes a file of the caller, wherever it is shared.',
  tokens: ['bot', 'user'],
  scopes: ['files:write'],
  rate: 'tier3',
  args: z.object({ file: shortId.describe('The id of the file.'), team_id: ownTeam }),
  result: z.object({}),
  errors: {
    ...teamErrors,
    file_not_found: 'The caller has not uploaded such a file, or has deleted it.',
  },

  async handle({ file, team_id }, { caller, db }) {
    await deleteFile(db, await actInTeam(db, caller, team_id), file)
    return {}
  },
})
