import { byText } from './canonical.ts'
import type { StateChange } from './changes.ts'
import { compareLists, isSame } from './compareLists.ts'
import type { MessageState, WorkspaceState } from './state.ts'

/** What was done with messages. */
export function diffMessages(before: WorkspaceState, after: WorkspaceState): StateChange[] {
  return compareLists(before.messages.filter(isWritten), after.messages.filter(isWritten), keyOf).flatMap(
    ({ was, is }): StateChange[] => {
      if (!was) return is ? [posted(is), ...reactions(undefined, is)] : []
      if (!is) return [{ change: 'deleted', ...about(was), text: was.text }]
      return [...contentChange(was, is), ...reactions(was, is)]
    },
  )
}

/** Whether somebody wrote it, and not the server. */
function isWritten({ subtype }: MessageState): boolean {
  return !subtype?.startsWith('channel_') && subtype !== 'assistant_app_thread'
}

function keyOf({ ts, channel, only_for: reader = '' }: MessageState): string {
  return `${ts} ${channel} ${reader}`
}

function posted(message: MessageState): StateChange {
  const { thread_ts, only_for, stream, files } = message
  return {
    change: 'posted',
    ...about(message),
    text: message.markdown ?? message.text,
    ...(thread_ts === undefined ? {} : { thread_ts }),
    ...(only_for === undefined ? {} : { only_for }),
    ...(stream === undefined ? {} : { stream: stream.state }),
    ...(files.length === 0 ? {} : { files }),
  }
}

function contentChange(was: MessageState, is: MessageState): StateChange[] {
  const { stream } = is
  const own = ['text', 'blocks', 'attachments', 'markdown', 'metadata', 'files'] as const
  const isChanged = own.some((name) => !isSame(was[name], is[name]))
  if (was.stream?.state === 'in_progress' && stream) {
    if (!isChanged && isSame(was.stream, stream)) return []
    const end = stream.ended_by === undefined ? {} : { ended_by: stream.ended_by }
    return [{ change: 'streamed', ...about(is), text: is.markdown ?? is.text, stream: stream.state, ...end }]
  }
  return isChanged ? [{ change: 'edited', ...about(is), text: is.text, before: was.text }] : []
}

function reactions(was: MessageState | undefined, is: MessageState): StateChange[] {
  const flat = (message: MessageState | undefined) =>
    (message?.reactions ?? []).flatMap(({ name, users }) => users.map((by) => ({ name, by })))
  return compareLists(flat(was), flat(is), ({ name, by }) => `${name} ${by}`).flatMap((pair): StateChange[] => {
    const one = pair.is ?? pair.was
    return one ? [{ change: pair.is ? 'reacted' : 'unreacted', ...about(is), ...one }] : []
  })
}

function about({ channel, ts, user, app }: MessageState) {
  return { channel, ts, user, ...(app === undefined ? {} : { app }) }
}

/** Orders messages by channel, then by ts, then by who sees them. */
export function byPlace(a: MessageState, b: MessageState): number {
  return byText(a.channel, b.channel) || byText(a.ts, b.ts) || byText(a.only_for ?? '', b.only_for ?? '')
}
