import { maxLength } from '#domain/lengths'
import { flag, idList, ownTeam, shortId, textUpTo } from './values.ts'

export const usergroupId = shortId.meta({ examples: ['S0OPS'], description: 'A user group.' })
export const usergroupTeam = { team_id: ownTeam }
export const includeCount = flag.default(false).describe('Whether to include the number of members.')
export const includeDisabled = flag.default(false).describe('Whether to include groups that are not in use.')

/** What a user group says about itself. */
export const usergroupFacts = {
  handle: textUpTo(maxLength.handle).optional().describe('What people type after `@` to mention it.'),
  description: textUpTo(maxLength.usergroupDescription).optional().describe('What the group is for.'),
  channels: idList.optional().describe('Channels that the group recommends, joined by commas.'),
}
export const usergroupName = textUpTo(maxLength.usergroupName).min(1)
