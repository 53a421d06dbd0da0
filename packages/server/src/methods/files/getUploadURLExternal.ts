import { z } from 'zod'
import { uploadPath } from '#domain/files/urls'
import { snippetTypeOf } from '#domain/files/types'
import { createUpload } from '#domain/files/upload'
import { actInTeam } from '#domain/access/teams'
import { ownTeam, textUpTo, shortId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'
import { altTextFrom, byteCount, altText } from '#rpc/args/upload'

export const getUploadURLExternal = writingMethod('files.getUploadURLExternal', {
  summary: 'Returns an address to which the bytes of one file can be posted, once.',
  tokens: ['bot', 'user'],
  scopes: ['files:write'],
  rate: 'tier4',
  byGet: true,
  secret: true,
  args: z.object({
    filename: textUpTo(255).min(1).describe('The name of the file. Its ending decides the type.'),
    length: byteCount.describe('The exact size in bytes.'),
    alt_text: altText.optional().describe('A description of the image, for people who cannot see it.'),
    alt_txt: altText.optional().describe('The same as `alt_text`.'),
    snippet_type: shortId
      .optional()
      .describe('The type of a text, such as `python`. Decides the type instead of the name.'),
    team_id: ownTeam,
  }),
  result: z.object({ upload_url: z.string(), file_id: z.string() }),
  errors: {
    ...teamErrors,
    alt_txt_too_large: 'The description of the image is longer than 1,000 characters.',
    file_upload_size_restricted: {
      wrong: 'The file is too large.',
      cause: '`length` is larger than the setting `files.max_size`.',
      remedy: 'Send a smaller file, or ask the operator to raise the setting.',
    },
    storage_limit_reached: {
      wrong: 'The files of the team, or of the caller, have used up their space.',
      cause: 'With this file they would exceed the setting `files.max_per_team` or `files.max_per_person`.',
      remedy: 'Delete files with files.delete, or ask the operator to raise the setting.',
    },
    too_many_uploads: {
      wrong: 'The caller has started too many uploads.',
      cause:
        'In the last hour as many uploads were started and not completed as `limits.pending_uploads_per_person` says, 100 by default.',
      remedy: 'Complete them with files.completeUploadExternal, or wait until they expire.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const file = {
      name: args.filename,
      size: args.length,
      alt: altTextFrom(args),
      snippetType: snippetTypeOf(args.snippet_type ?? ''),
    }
    const { id, ticket } = await createUpload(db, caller, file)
    return { upload_url: db.cache.publicUrl + uploadPath + ticket, file_id: id }
  },
})
