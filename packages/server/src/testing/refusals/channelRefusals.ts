import type { Method } from '#rpc/method'
import { channelArgument } from '#testing/calls/argumentNames'
import { changeTeam } from '#testing/workspace/settings'
import { type CommonRefusal, hasChannel, isWriting, orgToken } from './commonRefusal.ts'

/** Methods that write to a channel, and the errors of channels that they never answer with. */
const exceptions: Record<string, readonly ChannelError[]> = {
  'conversations.archive': ['no_permission'],
  'conversations.invite': ['no_permission'],
  'conversations.join': ['no_permission'],
  'conversations.kick': ['no_permission'],
  'conversations.leave': ['no_permission'],
  'conversations.mark': ['ekm_access_denied', 'no_permission', 'access_denied'],
  'conversations.rename': ['no_permission'],
  'conversations.setPurpose': ['no_permission'],
  'conversations.setTopic': ['no_permission'],
  'conversations.unarchive': ['no_permission'],
  'conversations.open': ['ekm_access_denied', 'no_permission', 'access_denied'],
}
type ChannelError = 'ekm_access_denied' | 'no_permission' | 'access_denied'

function canAnswer(error: ChannelError) {
  return (method: Method) =>
    isWriting(method) && channelArgument(method) !== undefined && !exceptions[method.name]?.includes(error)
}
const intoChannel = (channel: string) => (method: Method) => ({ [channelArgument(method) ?? '']: channel })

/** Refusals because of the channel. */
export const channelRefusals = {
  channel_not_found: {
    'an unknown id': { appliesTo: hasChannel, args: intoChannel('C0NOPE'), detail: 'C0NOPE' },
    'a malformed id': { appliesTo: hasChannel, args: intoChannel('help desk'), detail: 'help desk' },
    'a private channel': { appliesTo: hasChannel, args: intoChannel('C0SECRET'), detail: 'C0SECRET' },
    'the direct message of others': { appliesTo: hasChannel, args: intoChannel('D0ANAQUIET'), detail: 'D0ANAQUIET' },
    'a deleted channel': { appliesTo: hasChannel, args: intoChannel('C0VANISHED'), detail: 'C0VANISHED' },
    'a channel of another team': { appliesTo: hasChannel, args: intoChannel('C0BUSY'), detail: 'C0BUSY' },
    'a channel of another enterprise': {
      appliesTo: hasChannel,
      token: orgToken,
      args: intoChannel('C0BUSY'),
      detail: 'C0BUSY',
    },
    'a channel of a deleted team': {
      appliesTo: hasChannel,
      token: orgToken,
      prepare: (scene) => changeTeam(scene, 'T0GLOBEX1', { deleted: true }),
      args: intoChannel('C0GLO1'),
      detail: 'C0GLO1',
    },
  },
  ekm_access_denied: {
    'the channel': { appliesTo: canAnswer('ekm_access_denied'), args: intoChannel('C0FROZEN'), detail: 'C0FROZEN' },
    'the team': {
      appliesTo: canAnswer('ekm_access_denied'),
      args: intoChannel('C0KEYS'),
      token: 'xoxb-keys-scout',
      detail: 'T0KEYS',
    },
  },
  no_permission: {
    'the app is not in it': {
      appliesTo: canAnswer('no_permission'),
      args: intoChannel('C0NOBOT'),
      detail: 'invite it',
    },
  },
  access_denied: {
    'the app is blocked in it': {
      appliesTo: canAnswer('access_denied'),
      args: intoChannel('C0BLOCKED'),
      detail: 'A0SCOUT',
    },
  },
} satisfies Record<string, Record<string, CommonRefusal>>
