import { z } from 'zod'
import { checkSharing } from '#domain/channels/shared'
import { completeFiles } from '#domain/files/share'
import { postMessage } from '#domain/messages/post'
import { asSaid, checkWritten } from '#domain/messages/content'
import { openRoot, postablePlace } from '#domain/channels/postingRules'
import { processing } from '#domain/messages/processing'
import { actingIn } from '#domain/access/teams'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceOf, blocks, idList, jsonList, messageTs, ownTeam, textUpTo } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { ephemeralErrors } from '#rpc/errors/posting'
import { teamErrors } from '#rpc/errors/channel'
import { fileShape, wholeFile } from '#objects/file'

const { no_text: _never, ...placeErrors } = ephemeralErrors

export const completeUploadExternal = writingMethod('files.completeUploadExternal', {
  summary: 'Completes uploads, and shares the files in channels or a thread.',
  tokens: ['bot', 'user'],
  scopes: ['files:write'],
  rate: 'tier4',
  args: z.object({
    files: jsonList(z.object({ id: z.string(), title: textUpTo(255).optional() }), 20)
      .refine((files) => files.length > 0 && new Set(files.map(({ id }) => id)).size === files.length, {
        message: 'needs at least one file, and each once',
      })
      .describe('The files, each `{"id", "title"}`, at most 20.'),
    channel_id: z.string().optional().describe('Where to share them; without it the caller alone sees them.'),
    channels: idList.optional().describe('The same for several, joined by commas; at most 20.'),
    thread_ts: messageTs.optional().describe('The message to share them under, with one channel.'),
    initial_comment: z.string().optional().describe('What the message says, as mrkdwn.'),
    blocks: blocks.optional().describe('The same as blocks; not looked at beside `initial_comment`.'),
    ...appearance,
    team_id: ownTeam,
  }),
  result: z.object({ files: z.array(fileShape) }),
  errors: {
    ...teamErrors,
    ...placeErrors,
    file_not_found: {
      wrong: 'There is no such file to complete.',
      cause: 'Another app or person began it, it was deleted, or more than an hour went by.',
      remedy: 'Complete a file with the token with which files.getUploadURLExternal was called.',
    },
    file_not_uploaded: {
      wrong: 'Nothing was uploaded for the file yet.',
      cause: 'Its `upload_url` was not posted to, or answered another status than 200.',
      remedy: 'Post the bytes to it first.',
    },
    file_already_completed: {
      wrong: 'The file is completed already.',
      cause: 'The call was made before.',
      remedy: 'Take it as done; post its `permalink` to show it elsewhere.',
    },
  },

  async handle(args, { caller: by, db, refuse }) {
    await checkUsername(db, by, args.username)
    const ids = [...new Set([...(args.channel_id ? [args.channel_id] : []), ...(args.channels ?? [])])]
    if (ids.length > 20) throw refuse('invalid_arguments', 'Files are shared in at most 20 channels at once.')
    if (args.thread_ts !== undefined && ids.length !== 1)
      throw refuse('invalid_arguments', '`thread_ts` needs one channel, in `channel_id`.')
    const places = []
    for (const id of ids) places.push(await postablePlace(db, by, id, args.thread_ts))
    const given = {
      text: args.initial_comment || undefined,
      markdown: undefined,
      blocks: args.initial_comment ? undefined : args.blocks,
    }
    for (const place of places) {
      if (args.thread_ts !== undefined) openRoot(place, args.thread_ts)
      await checkSharing(db, place.channel, given)
    }
    if (given.text || given.blocks?.length) checkWritten(given)

    const caller = places[0]?.caller ?? (await actingIn(db, by, args.team_id))
    if (places.some((place) => place.caller.teamId !== caller.teamId))
      throw refuse('invalid_arguments', 'The channels are of several teams; a file is of one.')
    const files = await completeFiles(db, caller, args.files)
    for (const { channel, root } of places)
      await processing(async () =>
        postMessage(db, caller, {
          channel,
          threadTs: root?.ts,
          ...asSaid(given),
          files: files.map(({ id }) => id),
          appearance: appearanceOf(args),
        }),
      )
    return { files: files.map((row) => wholeFile(db, row)) }
  },
})
