import type { DateViewer } from '#dates'
import type { Drawn } from './tree.ts'

/** Who looks, and what ids stand for. Undefined is an id that this viewer may not know: it shows as it is. */
export type Viewer = {
  you?: string | undefined
  user(id: string): string | undefined
  channel(id: string): string | undefined
  usergroup(id: string): { handle: string; users: readonly string[] } | undefined
  /** The workspace's own emoji: an address, or `alias:` and another name. */
  emoji: Readonly<Record<string, string>>
  /** Absent where nobody knows who reads: dates then show their fallback, or the time in UTC. */
  date?: DateViewer | undefined
}

/** Knows no name. */
export const nobody: Viewer = { user: none, channel: none, usergroup: none, emoji: {} }

function none(): undefined {
  return undefined
}

const drawings = new WeakMap<Viewer, WeakMap<object, readonly Drawn[]>>()

/** What was drawn of a source for this viewer stays the same object: whoever shows it need not look again. */
export function remembered(viewer: Viewer, source: object, draw: () => readonly Drawn[]): readonly Drawn[] {
  let known = drawings.get(viewer)
  if (!known) drawings.set(viewer, (known = new WeakMap()))
  const drawn = known.get(source) ?? draw()
  known.set(source, drawn)
  return drawn
}
