import { z } from 'zod'
import { listFiles } from '#domain/files/find'
import { findReadableChannel } from '#domain/channels/access'
import { actInTeam } from '#domain/access/teams'
import { fileGroups, isFileGroup } from '#domain/files/types'
import { count, cursor, flag, ownTeam, shortId } from '#rpc/args/values'
import { pageErrors } from '#rpc/errors/page'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'
import { pageMetadata, skipOf, toNumberedPage } from '#objects/page'
import { placedFileObject, toPlacedFileObjects } from '#objects/file'

const seconds = z.coerce.number().min(0).max(1e11)

export const list = method('files.list', {
  summary: 'Lists the files that the caller can see, the newest first.',
  tokens: ['bot', 'user'],
  scopes: ['files:read'],
  rate: 'tier3',
  args: z.object({
    channel: shortId.optional().describe('Only files shared in this channel, of which the caller has to be a member.'),
    user: shortId.optional().describe('Only files of this person or bot user.'),
    ts_from: seconds.default(0).describe('Only files created from then on, in Unix seconds.'),
    ts_to: seconds.default(1e11).describe('Only files created until then, in Unix seconds.'),
    types: z
      .string()
      .max(1000)
      .optional()
      .describe(
        `Only files of these types, joined by commas: ${fileGroups.map((group) => `\`${group}\``).join(', ')}.`,
      ),
    show_files_hidden_by_limit: flag.optional().describe('Has no effect: no file is hidden for its age.'),
    count: count(200, 100),
    page: count(10_000, 1).describe('The number of the page, from 1.'),
    cursor: cursor.describe('The `next_cursor` of the previous page, instead of `page`.'),
    team_id: ownTeam,
  }),
  result: z.object({
    files: z.array(placedFileObject),
    paging: z.object({ count: z.int(), total: z.int(), page: z.int(), pages: z.int() }),
    response_metadata: pageMetadata.optional(),
  }),
  errors: {
    ...teamErrors,
    ...pageErrors,
    unknown_type: 'A type in `types` is none of those that the argument names.',
    channel_not_found: 'There is no such channel, or the caller cannot see it.',
    not_in_channel: 'The caller is not in the public channel.',
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const groups = args.types ? args.types.split(',').map((type) => type.trim()) : ['all']
    const unknown = groups.find((group) => !isFileGroup(group))
    if (unknown !== undefined)
      throw refuse(
        'unknown_type',
        `\`types\` has ${JSON.stringify(unknown)}, which is none of ${fileGroups.join(', ')}.`,
      )
    const skip = skipOf('files', args)
    const channel = args.channel === undefined ? undefined : await findReadableChannel(db, tokenCaller, args.channel)
    const caller = await actInTeam(db, tokenCaller, channel?.team_id ?? args.team_id)
    const { files, total } = await listFiles(db, caller, {
      channel: channel?.id,
      user: args.user,
      groups: groups.filter(isFileGroup),
      from: args.ts_from * 1000,
      to: args.ts_to * 1000,
      skip,
      limit: args.count,
    })
    const found = await toPlacedFileObjects(db, caller, files)
    const { shown, page, more } = toNumberedPage('files', found, { ...args, skip, total })
    return {
      files: shown,
      paging: { count: args.count, total, page, pages: Math.ceil(total / args.count) },
      ...more,
    }
  },
})
