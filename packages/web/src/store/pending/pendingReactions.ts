import type { ServerFrame, ViewerReaction } from 'rivulet/feedProtocol'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { messageErrors, type MessageErrors } from './messageErrors.ts'

/** A reaction that the viewer added (`wanted`) or removed, and that the server has not confirmed yet. */
export type PendingReaction = { id: string; channel: string; ts: string; name: string; wanted: boolean }

export type PendingReactions = ReturnType<typeof createPendingReactions>

export function createPendingReactions(errors: MessageErrors) {
  const store = createStore<readonly PendingReaction[]>(() => [])
  return {
    store,
    /** Replaces an earlier one of the same emoji. */
    add(reaction: PendingReaction): void {
      store.setState([...store.getState().filter((other) => !isSameReaction(reaction, other)), reaction], true)
    },
    /** Drops those that a frame confirms, contradicts or refuses. */
    settle(frame: ServerFrame): void {
      const all = store.getState()
      if (all.length === 0) return
      if (frame.type === 'refused') {
        const refused = all.find(({ id }) => id === frame.id)
        if (refused) errors.set(refused.channel, refused.ts, frame.detail)
      }
      const left = all.filter((reaction) => !isSettled(reaction, frame))
      if (left.length < all.length) store.setState(left, true)
    },
  }
}

/** The pending reactions of this page. */
export const pendingReactions = createPendingReactions(messageErrors)

/** The reactions to a message with the pending ones applied. */
export function useReactions(
  { channel, ts, reactions }: { channel: string; ts: string; reactions?: readonly ViewerReaction[] | undefined },
  you: string,
): readonly ViewerReaction[] {
  const all = useStore(pendingReactions.store)
  return useMemo(() => {
    const pending = all.filter((reaction) => reaction.channel === channel && reaction.ts === ts)
    return pending.reduce((shown, reaction) => applyPendingReaction(shown, reaction, you), reactions ?? [])
  }, [all, channel, ts, reactions, you])
}

export function applyPendingReaction(
  reactions: readonly ViewerReaction[],
  { name, wanted }: Pick<PendingReaction, 'name' | 'wanted'>,
  you: string,
): readonly ViewerReaction[] {
  const known = reactions.find((reaction) => reaction.name === name)
  if ((known?.users.includes(you) ?? false) === wanted) return reactions
  if (!known) return [...reactions, { name, users: [you] }]
  const users = wanted ? [...known.users, you] : known.users.filter((user) => user !== you)
  return reactions.flatMap((reaction) => (reaction !== known ? [reaction] : users.length > 0 ? [{ name, users }] : []))
}

function isSettled(reaction: PendingReaction, frame: ServerFrame): boolean {
  if (frame.type === 'welcome' || frame.type === 'resumed') return true
  if (frame.type === 'refused') return frame.id === reaction.id
  return frame.type === 'reactions' && frame.channel === reaction.channel && frame.ts === reaction.ts
}

function isSameReaction(reaction: PendingReaction, other: PendingReaction): boolean {
  return reaction.channel === other.channel && reaction.ts === other.ts && reaction.name === other.name
}
