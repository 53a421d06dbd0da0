import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The dialog about channels that is open. */
export type OpenDialog =
  | { kind: 'none' }
  | { kind: 'browse' }
  | { kind: 'create' }
  | { kind: 'message' }
  | { kind: 'details' | 'pins' | 'bookmarks'; channel: string }
  /** The date at which a channel is read. */
  | { kind: 'date'; channel: string; at: Date }
  /** The sections of the sidebar. */
  | { kind: 'sidebar' }
  /** A section of the sidebar, or a new one that begins with a channel. */
  | { kind: 'section'; section?: string; holds?: string }
  /** What the person has typed and not sent. */
  | { kind: 'drafts' }
  /** What the person keeps for later. */
  | { kind: 'later' }
  /** When the person is to be reminded of a message, to whom a message is forwarded, and what it said before. */
  | { kind: 'remind' | 'forward' | 'versions'; channel: string; ts: string }
  /** What the person has scheduled. */
  | { kind: 'scheduled' }
  /** What this browser notifies of. */
  | { kind: 'notifications' }
  /** When to send a message; `postAt` is in Unix seconds. Resolves to what went wrong. */
  | { kind: 'schedule'; at: Date; onChoose: (postAt: number) => Promise<string | undefined> }

const openDialog = createStore<OpenDialog>(() => ({ kind: 'none' }))

export function useOpenDialog(): OpenDialog {
  return useStore(openDialog)
}

export function openChannelDialog(open: OpenDialog): void {
  openDialog.setState(open, true)
}
