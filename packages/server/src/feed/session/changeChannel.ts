import type { Caller } from '#domain/access/caller'
import { findVisibleChannel } from '#domain/channels/find'
import { archiveChannel } from '#domain/channels/archive'
import { closeDirectMessage } from '#domain/channels/direct/closed'
import { setTopic } from '#domain/channels/topic'
import { createChannel } from '#domain/channels/create'
import { inviteMembers } from '#domain/channels/membership/invite'
import { kickMember, leaveChannel } from '#domain/channels/membership/leave'
import { joinChannel } from '#domain/channels/membership/join'
import type { Tx } from '#store/db'
import type { ChannelFrame } from '#feed/protocol/clientFrames'

/** Changes a channel for a person, by the same rules as for apps. Returns the channel's id. */
export async function changeChannel(tx: Tx, person: Caller, frame: ChannelFrame): Promise<string> {
  switch (frame.type) {
    case 'create':
      return createChannel(tx, person, frame.name, frame.private)
    case 'join':
      await joinChannel(tx, person, frame.channel)
      break
    case 'leave':
      await leaveChannel(tx, person, frame.channel)
      break
    case 'invite':
      await inviteMembers(tx, person, frame.channel, frame.users, false)
      break
    case 'kick':
      await kickMember(tx, person, frame.channel, frame.user)
      break
    case 'topic':
      await setTopic(tx, person, frame.channel, frame.topic)
      break
    case 'archive':
      await archiveChannel(tx, person, frame.channel)
      break
    case 'hide':
      await closeDirectMessage(tx, person, (await findVisibleChannel(tx, person, frame.channel)).channel)
  }
  return frame.channel
}
