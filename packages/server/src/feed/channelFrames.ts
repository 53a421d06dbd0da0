import type { Caller } from '#domain/access/caller'
import { visibleChannel } from '#domain/channels/find'
import { readUpTo } from '#domain/channels/readMarks'
import { archive, setTopic } from '#domain/channels/change'
import { createRoom } from '#domain/channels/create'
import { invite, join, kick, leave } from '#domain/channels/members'
import type { Tx } from '#store/db'
import type { ChannelFrame } from './protocol.ts'

/** A person changes a channel, by the rules that hold for apps. Answers which channel it is. */
export async function changeChannel(tx: Tx, person: Caller, frame: ChannelFrame): Promise<string> {
  switch (frame.type) {
    case 'create':
      return createRoom(tx, person, frame.name, frame.private)
    case 'join':
      await join(tx, person, frame.channel)
      break
    case 'leave':
      await leave(tx, person, frame.channel)
      break
    case 'invite':
      await invite(tx, person, frame.channel, frame.users, false)
      break
    case 'kick':
      await kick(tx, person, frame.channel, frame.user)
      break
    case 'topic':
      await setTopic(tx, person, frame.channel, frame.topic)
      break
    case 'archive':
      await archive(tx, person, frame.channel)
  }
  return frame.channel
}

/** [REA-3] */
export async function readChannel(tx: Tx, person: Caller, channelId: string, ts: string): Promise<void> {
  const { channel } = await visibleChannel(tx, person, channelId)
  await readUpTo(tx, channel, person, ts)
}
