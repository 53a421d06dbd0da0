import { z } from 'zod'
import { readableFile, sharesSeenBy } from '#domain/files/find'
import { actingIn } from '#domain/access/teams'
import { ownTeam } from '#rpc/args/args'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'
import { fileShape, wholeFile } from '#objects/file'

const share = z.object({ ts: z.string(), channel_name: z.string() })
const shares = z.record(z.string(), z.array(share))

export const info = method('files.info', {
  summary: 'Reads what a file is, and where the caller sees it.',
  tokens: ['bot', 'user'],
  scopes: ['files:read'],
  rate: 'tier4',
  args: z.object({ file: z.string().describe('The id of the file.'), team_id: ownTeam }),
  result: z.object({
    file: fileShape.extend({
      channels: z.array(z.string()),
      groups: z.array(z.string()),
      ims: z.array(z.string()),
      shares: z.object({ public: shares.optional(), private: shares.optional() }),
      comments_count: z.literal(0),
    }),
    comments: z.array(z.never()),
  }),
  errors: {
    ...teamErrors,
    file_not_found: 'There is no such file, or none that the caller can see.',
  },

  async handle({ file: id, team_id }, { caller: by, db }) {
    const caller = await actingIn(db, by, team_id)
    const row = await readableFile(db, caller, id)
    const found = await sharesSeenBy(db, caller).where('file_id', '=', id).orderBy('ts').execute()
    const of = (...kinds: string[]) => found.filter(({ kind }) => kinds.includes(kind))
    const ids = (...kinds: string[]) => [...new Set(of(...kinds).map((one) => one.channel_id))]
    const hidden = of('private', 'im', 'mpim')
    return {
      file: {
        ...wholeFile(db, row),
        channels: ids('public'),
        groups: ids('private', 'mpim'),
        ims: ids('im'),
        shares: {
          ...(of('public').length > 0 ? { public: byChannel(of('public')) } : {}),
          ...(hidden.length > 0 ? { private: byChannel(hidden) } : {}),
        },
        comments_count: 0 as const,
      },
      comments: [],
    }
  },
})

function byChannel(found: { channel_id: string; ts: string; name: string }[]) {
  const channels: z.input<typeof shares> = {}
  for (const { channel_id: id, ts, name } of found) (channels[id] ??= []).push({ ts, channel_name: name })
  return channels
}
