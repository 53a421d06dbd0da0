import { z } from 'zod'
import { findReadableFile } from '#domain/files/find'
import { actInTeam } from '#domain/access/teams'
import { ownTeam, shortId } from '#rpc/args/values'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'
import { placedFileObject, toPlacedFileObjects } from '#objects/file'

export const info = method('files.info', {
  summary: 'Returns a file, and where the caller can see it.',
  tokens: ['bot', 'user'],
  scopes: ['files:read'],
  rate: 'tier4',
  args: z.object({ file: shortId.describe('The id of the file.'), team_id: ownTeam }),
  result: z.object({
    file: placedFileObject,
    comments: z.array(z.never()),
  }),
  errors: {
    ...teamErrors,
    file_not_found: 'There is no such file, or the caller cannot see it.',
  },

  async handle({ file: id, team_id }, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, team_id)
    const [file] = await toPlacedFileObjects(db, caller, [await findReadableFile(db, caller, id)])
    if (!file) throw new Error(`The file ${id} is gone while it is shown.`)
    return { file, comments: [] }
  },
})
