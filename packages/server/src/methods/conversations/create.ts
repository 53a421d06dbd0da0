import { z } from 'zod'
import { findChannel } from '#domain/channels'
import { createRoom } from '#domain/rooms/create'
import { actingIn } from '#domain/teams'
import { flag, ownTeam } from '#rpc/args'
import { writingMethod } from '#rpc/method'
import { teamErrors } from '#rpc/roomErrors'
import { channelOnWire, channelShape } from '#methods/shape/channel'
import { manageScopes } from '#methods/shape/scopes'

export const create = writingMethod('conversations.create', {
  summary: 'Creates a public or private channel, with the caller as its first member.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({
    name: z.string().default('').describe('Lower-case letters, digits, hyphens, underscores; at most 80.'),
    is_private: flag.default(false).describe('Whether only its members know of it.'),
    team_id: ownTeam,
  }),
  result: z.object({ channel: channelShape }),
  errors: {
    ...teamErrors,
    name_taken: {
      wrong: 'A channel that the caller can see has this name.',
      cause: 'Archived channels keep their names.',
      remedy: 'Choose another name, or use that channel.',
    },
    invalid_name_required: {
      wrong: 'There is no name, or it is empty.',
      cause: '`name` is missing, or white space alone.',
      remedy: 'Give a name: lower-case letters, digits, hyphens and underscores.',
    },
    invalid_name_maxlength: {
      wrong: 'The name is over 80 characters.',
      cause: 'Characters are counted as Unicode code points.',
      remedy: 'Choose a shorter name; the topic has room for more.',
    },
    invalid_name_specials: {
      wrong: 'The name has capitals, white space or other characters that a name cannot have.',
      cause: 'A name has lower-case letters and digits of any script, hyphens and underscores.',
      remedy: 'Write it in lower case, with hyphens between the words.',
    },
    invalid_name_punctuation: {
      wrong: 'The name is made of hyphens and underscores alone.',
      cause: 'A name has at least one letter or digit.',
      remedy: 'Add a word to it.',
    },
  },

  async handle(args, { caller: by, db }) {
    const caller = await actingIn(db, by, args.team_id)
    const id = await createRoom(db, caller, args.name, args.is_private)
    const channel = await findChannel(db, caller.teamId, id)
    if (!channel) throw new Error(`The channel ${id} was just created.`)
    return { channel: channelOnWire(channel, caller) }
  },
})
