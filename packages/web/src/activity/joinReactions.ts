import type { ViewerActivity } from 'rivulet/feedProtocol'

export type Reaction = NonNullable<ViewerActivity['reaction']>

/** Reactions to one message that follow each other in the list become one entry, in the place of the newest. */
export function joinReactions(items: readonly ViewerActivity[]): { item: ViewerActivity; reactions: Reaction[] }[] {
  const joined: { item: ViewerActivity; reactions: Reaction[] }[] = []
  for (const item of items) {
    const last = joined.at(-1)
    const continues =
      item.reaction && last?.item.reaction && last.item.channel === item.channel && last.item.ts === item.ts
    if (!continues) joined.push({ item, reactions: item.reaction ? [item.reaction] : [] })
    else if (item.reaction) {
      last.reactions.push(item.reaction)
      if (item.unread && !last.item.unread) last.item = { ...last.item, unread: true }
    }
  }
  return joined
}
