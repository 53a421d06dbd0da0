import type { Caller } from '#domain/access/caller'
import { markThread } from '#domain/activity/followedThreads'
import { setQuiet } from '#domain/activity/quiet'
import { setSeen } from '#domain/activity/seen'
import { advanceReadMark, markUnread, setNotifyRule } from '#domain/channels/readMarks'
import { findMessage } from '#domain/messages/find'
import { noSuchMessage } from '#domain/messages/editable'
import { justBefore } from '#domain/ts'
import type { Tx } from '#store/db'
import type { ActivityFrame, ClientFrame } from '#feed/protocol/clientFrames'
import { findShownChannel } from './shownChannel.ts'

/** [REA-3, NTF-3] Moves the person's read mark of a channel or a thread. */
export async function markRead(
  tx: Tx,
  person: Caller,
  { channel: id, ts, thread_ts: threadTs }: Extract<ClientFrame, { type: 'mark' }>,
): Promise<void> {
  const channel = await findShownChannel(tx, person, id)
  await (threadTs ? markThread(tx, person, channel, { threadTs, ts }) : advanceReadMark(tx, channel, person, ts))
}

/** Keeps what a person has seen, wants to see again, or wants to be told of. */
export async function attend(
  tx: Tx,
  person: Caller,
  frame: Exclude<ActivityFrame, { type: 'activity' }>,
): Promise<void> {
  if (frame.type === 'seen') return setSeen(tx, person, frame.threads ?? false)
  if (frame.type === 'quiet') return setQuiet(tx, person, frame.until)
  const channel = await findShownChannel(tx, person, frame.channel)
  if (frame.type === 'notify') {
    const { muted, notify } = frame
    return setNotifyRule(tx, channel, person, {
      ...(muted === undefined ? {} : { muted }),
      ...(notify === undefined ? {} : { notify: notify === 'usual' ? null : notify }),
    })
  }
  const message = await findMessage(tx, channel, frame.ts)
  if (!message) throw noSuchMessage(channel, frame.ts)
  const { ts, thread_ts: threadTs, subtype } = message
  // [REA-5] In a direct message, replies are read with the other messages.
  if (threadTs === null || channel.kind === 'im' || subtype === 'thread_broadcast')
    return markUnread(tx, channel, person, ts)
  await markThread(tx, person, channel, { threadTs, ts: justBefore(ts), back: true })
}
