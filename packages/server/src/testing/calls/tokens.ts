import { methods } from '#methods/index'
import type { Method } from '#rpc/method'
import type { TeamIds } from '#testing/workspace/twoTeams'

/** A token of a kind that the method takes. */
export function tokenFor(
  { tokens }: Pick<Method, 'tokens'>,
  { botToken, appToken, userToken }: Pick<TeamIds, 'botToken' | 'appToken' | 'userToken'>,
) {
  if (tokens === 'none' || tokens.includes('bot')) return botToken
  return tokens.includes('app') ? appToken : userToken
}

/** Every scope that some method takes. */
export const everyScope = [
  ...new Set(['chat:write.customize', ...[...methods.values()].flatMap(({ scopes }) => scopes)]),
].toSorted()
