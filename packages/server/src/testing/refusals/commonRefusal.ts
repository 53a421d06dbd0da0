import type { Method } from '#rpc/method'
import { channelArgument, teamArgument } from '#testing/calls/argumentNames'
import { changeTeam } from '#testing/workspace/settings'
import type { Workspace } from '#testing/workspace/workspace'

/** A call that any method refuses for a reason in the request, in the workspace or in the server. */
export interface CommonRefusal {
  /** The methods that answer with this error; all by default. */
  appliesTo?: (method: Method) => boolean
  method?: string
  verb?: string
  headers?: Record<string, string>
  token?: string | ((method: Method) => string)
  type?: string
  body?: string
  args?: (method: Method) => Record<string, unknown>
  /** Prepares a workspace that no other case uses. */
  prepare?: (scene: Workspace, method: Method) => unknown
  /** A part of the `detail`. */
  detail: string | ((method: Method) => string)
  status?: number
  /** Whether an unexpected error is logged. */
  isUnexpected?: boolean
}

export const orgToken = 'xoxe.xoxb-globex-scout'

export const needsToken = ({ tokens }: Method) => tokens !== 'none'
/** A token of a kind that the method takes, without scopes. */
export function tokenWithoutScopes({ tokens }: Method): string {
  if (tokens.includes('bot')) return 'xoxb-acme-reader'
  return tokens.includes('app') ? 'xapp-1-A0SCOUT-few' : 'xoxp-acme-few'
}
/** Whether the method is called in a team; rate limits belong to teams. */
export function isTeamMethod({ tokens }: Method): boolean {
  return tokens !== 'none' && (tokens.includes('bot') || tokens.includes('user'))
}
export const takesBotTokens = ({ tokens }: Method) => tokens !== 'none' && tokens.includes('bot')
export const isWriting = ({ effect }: Method) => effect === 'write'

export function hasChannel(method: Method): boolean {
  return takesBotTokens(method) && channelArgument(method) !== undefined
}

export function namesTeam(method: Method): boolean {
  return hasChannel(method) || (takesBotTokens(method) && teamArgument(method) !== undefined)
}

/** Arguments that name a channel of the team, or the team if the method takes no channel. */
export function inTeam(channel: string, team: string) {
  return (method: Method) => ({
    [channelArgument(method) ?? teamArgument(method) ?? '']: channelArgument(method) ? channel : team,
  })
}

/** [ORD 8] An org-wide token calls in the team that its call names, by itself or by a channel. */
export function inOrgTeam(change: object): CommonRefusal {
  return {
    appliesTo: namesTeam,
    token: orgToken,
    prepare: (scene) => changeTeam(scene, 'T0GLOBEX1', change),
    args: inTeam('C0GLO1', 'T0GLOBEX1'),
    detail: 'T0GLOBEX1',
  }
}
