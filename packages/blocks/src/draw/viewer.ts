import type { DateViewer } from '#dates'
import type { DrawnNode } from './tree.ts'

/**
 * For whom blocks are drawn, and the names behind ids. If a name is undefined, this viewer may not know it, and the id is
 * shown instead. Pass the same object again to reuse what was drawn.
 */
export type Viewer = {
  /** The viewer's own id, whose mentions are highlighted. */
  userId?: string | undefined
  user(id: string): string | undefined
  channel(id: string): string | undefined
  usergroup(id: string): { handle: string; mine?: boolean } | undefined
  /** The workspace's custom emoji by name: an address, or `alias:` and another name. */
  emoji: Readonly<Record<string, string>>
  /** The viewer's locale and time zone. Without it, dates show their fallback or the time in UTC. */
  date?: DateViewer | undefined
}

/** A viewer that knows no names. */
export const anonymousViewer: Viewer = { user: noName, channel: noName, usergroup: noName, emoji: {} }

function noName(): undefined {
  return undefined
}

const drawings = new WeakMap<Viewer, WeakMap<object, readonly DrawnNode[]>>()

/** Draws a source once per viewer and returns the same objects from then on, so that a renderer can compare by identity. */
export function drawOnce(viewer: Viewer, source: object, draw: () => readonly DrawnNode[]): readonly DrawnNode[] {
  let known = drawings.get(viewer)
  if (!known) drawings.set(viewer, (known = new WeakMap()))
  const drawn = known.get(source) ?? draw()
  known.set(source, drawn)
  return drawn
}
