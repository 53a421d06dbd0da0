import { z } from 'zod'
import { messageText } from '#rpc/args/messageContent'
import { maxLength } from '#domain/lengths'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { completeFiles } from '#domain/files/complete'
import { postMessage } from '#domain/messages/post'
import { checkMessageContent, toStoredContent } from '#domain/messages/content'
import { findOpenRoot, findPostingTarget } from '#domain/channels/postingRules'
import { withProcessingFailure } from '#domain/messages/processingFailure'
import { actInTeam } from '#domain/access/teams'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceFrom } from '#rpc/args/appearance'
import { blocks } from '#rpc/args/blocks'
import { idList, messageTs, ownTeam, textUpTo, shortId } from '#rpc/args/values'
import { jsonList } from '#rpc/args/structured'
import { writingMethod } from '#rpc/method'
import { ephemeralErrors } from '#rpc/errors/posting'
import { teamErrors } from '#rpc/errors/team'
import { placedFileObject, toPlacedFileObjects } from '#objects/file'

const { no_text: _never, ...placeErrors } = ephemeralErrors

export const completeUploadExternal = writingMethod('files.completeUploadExternal', {
  summary: 'Completes uploads, and shares the files in channels or a thread.',
  tokens: ['bot', 'user'],
  scopes: ['files:write'],
  rate: 'tier4',
  args: z.object({
    files: jsonList(z.object({ id: shortId, title: textUpTo(maxLength.title).optional() }), 20)
      .refine((files) => files.length > 0 && new Set(files.map(({ id }) => id)).size === files.length, {
        message: 'needs at least one file, and each file once',
      })
      .describe('The files, each `{"id", "title"}`, at most 20.'),
    channel_id: shortId.optional().describe('The channel to share them in. Without one only the caller sees them.'),
    channels: idList.optional().describe('Several channels, joined by commas, at most 20.'),
    thread_ts: messageTs.optional().describe('The message to reply to with the files. Needs exactly one channel.'),
    initial_comment: messageText.optional().describe('The text of the message, as mrkdwn.'),
    blocks: blocks.optional().describe('The message as blocks. Ignored if `initial_comment` is set.'),
    ...appearance,
    team_id: ownTeam,
  }),
  result: z.object({ files: z.array(placedFileObject) }),
  errors: {
    ...teamErrors,
    ...placeErrors,
    file_not_found: {
      wrong: 'There is no such file to complete.',
      cause: 'Another app or person started it, it was deleted, or it is older than an hour.',
      remedy: 'Use the token with which you called files.getUploadURLExternal.',
    },
    file_not_uploaded: {
      wrong: 'The file has not been uploaded yet.',
      cause: 'Nothing was posted to its `upload_url`, or the answer was not 200.',
      remedy: 'Post the bytes first.',
    },
    file_already_completed: {
      wrong: 'The file is already completed.',
      cause: 'An earlier call completed it.',
      remedy: 'Treat the call as done. Post the `permalink` to show the file elsewhere.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    await checkUsername(db, tokenCaller, args.username)
    const ids = [...new Set([...(args.channel_id ? [args.channel_id] : []), ...(args.channels ?? [])])]
    if (ids.length > 20) throw refuse('invalid_arguments', 'Files are shared in at most 20 channels at once.')
    if (args.thread_ts !== undefined && ids.length !== 1)
      throw refuse('invalid_arguments', '`thread_ts` needs one channel, in `channel_id`.')
    const targets = []
    for (const id of ids) targets.push(await findPostingTarget(db, tokenCaller, id, args.thread_ts))
    const content = {
      text: args.initial_comment || undefined,
      markdown: undefined,
      blocks: args.initial_comment ? undefined : args.blocks,
    }
    for (const target of targets) {
      if (args.thread_ts !== undefined) findOpenRoot(target, args.thread_ts)
      await checkSharedLinks(db, target.channel, content)
    }
    if (content.text || content.blocks?.length) checkMessageContent(content)

    const caller = targets[0]?.caller ?? (await actInTeam(db, tokenCaller, args.team_id))
    if (targets.some((target) => target.caller.teamId !== caller.teamId))
      throw refuse('invalid_arguments', 'The channels belong to several teams, and a file belongs to one.')
    const shownIn = targets.map(({ channel }) => channel.id)
    const files = await completeFiles(db, caller, args.files, shownIn)
    for (const { channel, root } of targets)
      await withProcessingFailure(async () =>
        postMessage(db, caller, {
          channel,
          threadTs: root?.ts,
          ...(await toStoredContent(db, channel.team_id, content)),
          files: files.map(({ id }) => id),
          appearance: appearanceFrom(args),
        }),
      )
    return { files: await toPlacedFileObjects(db, caller, files) }
  },
})
