import { createContext, useContext } from 'react'

/** The person who reads, and the names that ids stand for. */
export type Viewer = {
  userId: string
  user: (id: string) => string | undefined
  /** Returns undefined for a channel that this viewer may not see. */
  channel: (id: string) => string | undefined
  usergroup: (id: string) => { handle: string; mine?: boolean } | undefined
  emoji: Readonly<Record<string, string>>
  /** Opens a channel on this page. */
  goToChannel?: (id: string) => void
  /** Opens the card of a person, or of a group. */
  showPerson?: (id: string) => void
  showGroup?: (id: string) => void
  /** Opens a link to this client on this page; returns false for any other link. */
  followInternalLink?: (href: string) => boolean
}

const noViewer: Viewer = {
  userId: '',
  user: () => undefined,
  channel: () => undefined,
  usergroup: () => undefined,
  emoji: {},
}

export const ViewerContext = createContext<Viewer>(noViewer)

export function useViewer(): Viewer {
  return useContext(ViewerContext)
}

/** True inside a reply that is being streamed: its unfinished tasks spin. */
export const StreamingContext = createContext(false)
