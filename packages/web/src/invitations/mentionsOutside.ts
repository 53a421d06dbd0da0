import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { secondsOf } from '#messages/message/messageTs.ts'
import { isNamedChannel } from '#names/channelTitle.ts'
import { onFrame } from '#store/client/pageClient.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { findMentioned, listAbsent } from './inviteCommand.ts'

/** Who was mentioned outside of their channels, by the message of the viewer that did. */
const outside = createStore<Readonly<Record<string, readonly string[]>>>(() => ({}))

/** An older message was mentioned for in its time. */
const newForSeconds = 60

const keyOf = (channel: string, ts: string) => `${channel} ${ts}`

/** [ACT-32] Notes which messages that the viewer has just sent mention somebody who is not in the channel. */
export function watchMentionsOutside(): () => void {
  return onFrame((frame) => {
    if (frame.type !== 'message') return
    const { you, channels, clockAhead } = workspace.getState()
    const { user, ts, text, client_msg_id: sent, edited } = frame.message
    const channel = channels[frame.channel]
    if (user !== you || !sent || edited || !channel?.member || channel.archived || !isNamedChannel(channel)) return
    if (secondsOf(ts) + newForSeconds < (Date.now() + clockAhead) / 1000) return
    const absent = listAbsent(channel, findMentioned(text))
    if (absent.length > 0) outside.setState({ [keyOf(channel.id, ts)]: absent })
  })
}

export function useMentionsOutside(channel: string, ts: string): readonly string[] | undefined {
  return useStore(outside, (all) => all[keyOf(channel, ts)])
}

export function forgetMentionsOutside(channel: string, ts: string): void {
  const { [keyOf(channel, ts)]: _gone, ...others } = outside.getState()
  outside.setState(others, true)
}
