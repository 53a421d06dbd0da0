import { isBlankText } from '@rivulet/blocks/blank'
import type { ServerFrame } from 'rivulet/feedProtocol'
import { hasComposer, takesReplies } from '#channels/pane/hasComposer.ts'
import { isDirectWithApp } from '#names/channelTitle.ts'
import { navigate, route } from '#routing/route.ts'
import { onFrame } from '#store/client/pageClient.ts'
import { covers } from '#store/workspace/timeline.ts'
import { timelineOf } from '#store/workspace/timelines.ts'
import { contentOf, draftKey, visibleReplies, workspace } from '#store/workspace/workspace.ts'
import { type Edit, edits } from './keptEdits.ts'
import { followLeftWords, leaveWords } from './leftWords.ts'
import { dropEdit, hasNewWords } from './openEdit.ts'

/** [MSG-36] Keeps the words of each change whose message is deleted meanwhile, or whose channel is gone for the person. */
export function rescueEdits(): () => void {
  const stops = [
    followLeftWords(),
    onFrame((frame) => {
      for (const edit of [...edits].filter((one) => isGone(one, frame))) {
        dropEdit(edit)
        if (hasNewWords(edit) && !isBlankText(edit.draft.text)) rescue(edit)
      }
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

function isGone({ channel, ts, root, thread }: Edit, frame: ServerFrame): boolean {
  if (frame.type === 'deleted' && frame.channel === channel && frame.ts === ts) return true
  const state = workspace.getState()
  if (state.unseen[channel]) return true
  const { messages, stale } = contentOf(state, channel)
  const message = messages[ts]
  const place = state.channels[channel]
  if (message || stale || !place) return message?.deleted === true
  // It was deleted while there was no connection, if all that was sent around it is loaded.
  const isReplyInPlace = root !== ts && isDirectWithApp(place, state)
  const timeline = timelineOf(state, { channel, thread: thread ?? (isReplyInPlace ? root : undefined) })
  return timeline !== undefined && covers(timeline, ts)
}

/** The words go to the composer below the list of the message, or to its place. */
function rescue({ channel, thread, place, draft }: Edit): void {
  const takesFocus = place?.contains(document.activeElement) === true
  const isEmpty = thread !== undefined && visibleReplies(contentOf(workspace.getState(), channel), thread).length === 0
  if (isEmpty && place) leaveThread()
  const list = isEmpty ? undefined : thread
  leaveWords(draftKey(channel, list), draft, { takesFocus, hasComposer: canWrite(channel, list) })
}

function canWrite(id: string, thread: string | undefined): boolean {
  const state = workspace.getState()
  const channel = state.channels[id]
  if (!channel) return false
  return thread === undefined ? hasComposer(channel, state) : takesReplies(channel)
}

/** Leads from a thread that exists no longer to the composer above it. */
function leaveThread(): void {
  const { channel, beside } = route.getState()
  if (channel) navigate({ channel, ...(beside ? { beside } : {}) }, 'replace')
}
