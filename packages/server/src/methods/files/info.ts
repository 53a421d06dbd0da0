import { z } from 'zod'
import { findPublicFiles, findReadableFile, selectVisibleShares } from '#domain/files/find'
import { actInTeam } from '#domain/access/teams'
import { ownTeam, shortId } from '#rpc/args/values'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'
import { fileObject, toFileObject } from '#objects/file'

const share = z.object({ ts: z.string(), channel_name: z.string() })
const shares = z.record(z.string(), z.array(share))

export const info = method('files.info', {
  summary: 'Returns a file, and where the caller can see it.',
  tokens: ['bot', 'user'],
  scopes: ['files:read'],
  rate: 'tier4',
  args: z.object({ file: shortId.describe('The id of the file.'), team_id: ownTeam }),
  result: z.object({
    file: fileObject.extend({
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
    file_not_found: 'There is no such file, or the caller cannot see it.',
  },

  async handle({ file: id, team_id }, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, team_id)
    const row = await findReadableFile(db, caller, id)
    const found = await selectVisibleShares(db, caller).where('file_id', '=', id).orderBy('ts').execute()
    const of = (...kinds: string[]) => found.filter(({ kind }) => kinds.includes(kind))
    const ids = (...kinds: string[]) => [...new Set(of(...kinds).map((one) => one.channel_id))]
    const hidden = of('private', 'im', 'mpim')
    return {
      file: {
        ...toFileObject(db, row, await findPublicFiles(db, row.team_id, [id])),
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
