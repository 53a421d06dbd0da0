import { z } from 'zod'
import { uploadAddress } from '#domain/files/address'
import { expectFile } from '#domain/files/upload'
import { actingIn } from '#domain/access/teams'
import { ownTeam, textUpTo } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'
import { alternative, bytes } from '#objects/upload'

export const getUploadURLExternal = writingMethod('files.getUploadURLExternal', {
  summary: 'Answers an address to which the bytes of one file can be posted, once.',
  tokens: ['bot', 'user'],
  scopes: ['files:write'],
  rate: 'tier4',
  byGet: true,
  secret: true,
  args: z.object({
    filename: textUpTo(255).min(1).describe('The name of the file; what it ends in says what it is.'),
    length: bytes.describe('Its size in bytes, exactly.'),
    alt_text: z.string().optional().describe('What is to be seen in an image, for who does not see it.'),
    alt_txt: z.string().optional().describe('The same.'),
    snippet_type: z.string().optional().describe('Not looked at.'),
    team_id: ownTeam,
  }),
  result: z.object({ upload_url: z.string(), file_id: z.string() }),
  errors: {
    ...teamErrors,
    alt_txt_too_large: 'The description of the image is over 1,000 characters.',
    file_upload_size_restricted: {
      wrong: 'The file is too large.',
      cause: '`length` is over the setting `files.max_size`.',
      remedy: 'Send a smaller file, or have the setting raised.',
    },
    storage_limit_reached: {
      wrong: 'The files of the team take all the room that they may.',
      cause: 'With this one they are over the setting `files.max_per_team`.',
      remedy: 'Delete files with files.delete, or have the setting raised.',
    },
    too_many_uploads: {
      wrong: 'The caller has begun too many uploads.',
      cause: 'Of the last hour there are 100 files that were announced and not completed.',
      remedy: 'Complete them with files.completeUploadExternal, or wait until they are forgotten.',
    },
  },

  async handle(args, { caller: by, db }) {
    const caller = await actingIn(db, by, args.team_id)
    const file = { name: args.filename, size: args.length, alt: alternative(args) }
    const { id, ticket } = await expectFile(db, caller, file)
    return { upload_url: db.memory.publicUrl + uploadAddress + ticket, file_id: id }
  },
})
