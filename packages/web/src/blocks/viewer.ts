import { createContext, useContext } from 'react'

/** Who looks, and the names of what ids stand for. */
export type Viewer = {
  you: string
  user: (id: string) => string | undefined
  /** Undefined for a channel that this viewer may not see. */
  channel: (id: string) => string | undefined
  usergroup: (id: string) => { handle: string; users: readonly string[] } | undefined
  emoji: Readonly<Record<string, string>>
  /** Goes to a channel of this workspace. */
  goToChannel?: (id: string) => void
  /** Goes to what a link to this very client leads to; false where it leads elsewhere. */
  followHere?: (href: string) => boolean
}

const nobody: Viewer = {
  you: '',
  user: () => undefined,
  channel: () => undefined,
  usergroup: () => undefined,
  emoji: {},
}

export const ViewerContext = createContext<Viewer>(nobody)

export function useViewer(): Viewer {
  return useContext(ViewerContext)
}

/** True inside a reply that still grows: its unfinished tasks spin. */
export const LiveContext = createContext(false)
