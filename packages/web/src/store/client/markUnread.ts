import { messageErrors } from '#store/pending/messageErrors.ts'
import { contentOf, threadKey, workspace } from '#store/workspace/workspace.ts'
import { request } from './pageClient.ts'
import { withdrawMark } from './pageReadMarks.ts'

/** [REA-5] Marks a message and all after it as unread. They stay so until the person comes back to the channel. */
export async function markUnread(channel: string, ts: string): Promise<void> {
  const state = workspace.getState()
  const { thread_ts: thread, broadcast } = contentOf(state, channel).messages[ts] ?? {}
  const inThread = thread !== undefined && !broadcast && state.channels[channel]?.kind !== 'im'
  const key = inThread ? threadKey(channel, thread) : channel
  const putBack = withdrawMark(key)
  workspace.setState(({ keptUnread }) => ({ keptUnread: { ...keptUnread, [key]: true } }))
  const result = await request({ type: 'unread', channel, ts }, 'done')
  messageErrors.set(channel, ts, result.ok ? undefined : result.detail)
  if (result.ok) return
  stopKeepingUnread(key)
  putBack()
}

export function stopKeepingUnread(key: string): void {
  const { [key]: kept, ...keptUnread } = workspace.getState().keptUnread
  if (kept) workspace.setState({ keptUnread })
}
