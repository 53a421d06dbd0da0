import type { ServerFrame } from 'rivulet/feedProtocol'
import { createStore } from 'zustand/vanilla'
import type { News } from '#notifications/notifier.ts'
import { threadKey, type Workspace } from '#store/workspace/workspace.ts'

/** The reminders that have fired while the page was open, and that the person has not put away. */
export const reminderNotes = createStore<{ notes: readonly News[] }>(() => ({ notes: [] }))

export function addReminderNote(news: News): void {
  reminderNotes.setState(({ notes }) => ({ notes: [...notes.filter((one) => keyOf(one) !== keyOf(news)), news] }))
}

export function dropReminderNote(news: News): void {
  reminderNotes.setState(({ notes }) => ({ notes: notes.filter((one) => keyOf(one) !== keyOf(news)) }))
}

/** [LAT-6] What the person is reminded of by this frame, unless they have muted its channel. */
export function findReminder(frame: ServerFrame, before: Workspace): News | undefined {
  if (frame.type !== 'later_changed' || !frame.reminder) return undefined
  const { channel, ts, saved, reminder: message } = frame
  const isNew = before.saved[threadKey(channel, ts)]?.reminded_at !== saved?.reminded_at
  return isNew && !before.channels[channel]?.muted ? { channel, message, reminds: true } : undefined
}

function keyOf({ channel, message }: News): string {
  return threadKey(channel, message.ts)
}
