import type { Method } from '#rpc/method'
import { channelArgument } from '#testing/calls/argumentNames'
import { changeTeam } from '#testing/workspace/settings'
import { type CommonRefusal, hasChannel, isWriting, orgToken } from './commonRefusal.ts'

/** Methods that write to a channel, and the errors of channels that they never answer with. */
const exceptions: Record<string, readonly ChannelError[]> = {
  'assistant.threads.setStatus': ['not_in_channel'],
  'chat.appendStream': ['not_in_channel'],
  'chat.deleteScheduledMessage': ['ekm_access_denied', 'not_in_channel', 'access_denied'],
  'chat.startStream': ['not_in_channel'],
  'chat.stopStream': ['not_in_channel'],
  'conversations.close': ['ekm_access_denied', 'not_in_channel', 'access_denied'],
  'chat.unfurl': ['not_in_channel'],
  'conversations.join': ['not_in_channel'],
  'conversations.leave': ['not_in_channel'],
  'conversations.mark': ['ekm_access_denied', 'access_denied'],
  'conversations.open': ['ekm_access_denied', 'not_in_channel', 'access_denied'],
}
type ChannelError = 'ekm_access_denied' | 'not_in_channel' | 'access_denied'

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
  not_in_channel: {
    'the app is not in it': {
      appliesTo: canAnswer('not_in_channel'),
      args: intoChannel('C0NOBOT'),
      detail: 'C0NOBOT',
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
