import { z } from 'zod'
import { listFiles } from '#domain/files/find'
import { readableChannel } from '#domain/channels/postingRules'
import { actingIn } from '#domain/access/teams'
import { count, ownTeam } from '#rpc/args/args'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'
import { fileShape, wholeFile } from '#objects/file'

const seconds = z.coerce.number().min(0).max(1e11)

export const list = method('files.list', {
  summary: 'Lists the files that the caller can see, the newest first.',
  tokens: ['bot', 'user'],
  scopes: ['files:read'],
  rate: 'tier3',
  args: z.object({
    channel: z.string().optional().describe('Only those that are shared there, and the caller is a member.'),
    user: z.string().optional().describe('Only those of this person or bot user.'),
    ts_from: seconds.default(0).describe('Only those from then on, Unix seconds.'),
    ts_to: seconds.default(1e11).describe('Only those up to then.'),
    count: count(200, 100),
    page: count(10_000, 1).describe('Which page, from 1.'),
    team_id: ownTeam,
  }),
  result: z.object({
    files: z.array(fileShape),
    paging: z.object({ count: z.int(), total: z.int(), page: z.int(), pages: z.int() }),
  }),
  errors: {
    ...teamErrors,
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    not_in_channel: 'The person is not in the channel.',
  },

  async handle(args, { caller: by, db }) {
    const channel = args.channel === undefined ? undefined : await readableChannel(db, by, args.channel)
    const caller = await actingIn(db, by, channel?.team_id ?? args.team_id)
    const { files, total } = await listFiles(db, caller, {
      channel: channel?.id,
      user: args.user,
      from: args.ts_from * 1000,
      to: args.ts_to * 1000,
      skip: (args.page - 1) * args.count,
      limit: args.count,
    })
    return {
      files: files.map((row) => wholeFile(db, row)),
      paging: { count: args.count, total, page: args.page, pages: Math.ceil(total / args.count) },
    }
  },
})
