import type { ServerFrame, ViewerReaction } from 'rivulet/feedProtocol'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { tellTrouble } from './troubles.ts'

/** Reactions of the viewer that are on their way: shown at once, until the server has said how it is. */
export type Wish = { id: string; channel: string; ts: string; name: string; wanted: boolean }

export const wishes = createStore<readonly Wish[]>(() => [])

export function addWish(wish: Wish): void {
  wishes.setState([...wishes.getState().filter((one) => !sameAs(wish, one)), wish], true)
}

/** What a frame says goes before what was wished. */
export function settleWishes(frame: ServerFrame): void {
  const all = wishes.getState()
  if (all.length === 0) return
  if (frame.type === 'refused') {
    const refused = all.find((wish) => wish.id === frame.id)
    if (refused) tellTrouble(refused.channel, refused.ts, frame.detail)
  }
  const left = all.filter((wish) => !isSettled(wish, frame))
  if (left.length < all.length) wishes.setState(left, true)
}

/** The reactions to a message as they will be. */
export function useReactions(
  { channel, ts, reactions }: { channel: string; ts: string; reactions?: readonly ViewerReaction[] | undefined },
  you: string,
): readonly ViewerReaction[] {
  const all = useStore(wishes)
  return useMemo(() => {
    const mine = all.filter((wish) => wish.channel === channel && wish.ts === ts)
    return mine.reduce((shown, wish) => withWish(shown, wish, you), reactions ?? [])
  }, [all, channel, ts, reactions, you])
}

export function withWish(
  reactions: readonly ViewerReaction[],
  { name, wanted }: Pick<Wish, 'name' | 'wanted'>,
  you: string,
): readonly ViewerReaction[] {
  const known = reactions.find((reaction) => reaction.name === name)
  if ((known?.users.includes(you) ?? false) === wanted) return reactions
  if (!known) return [...reactions, { name, users: [you] }]
  const users = wanted ? [...known.users, you] : known.users.filter((user) => user !== you)
  return reactions.flatMap((reaction) => (reaction !== known ? [reaction] : users.length > 0 ? [{ name, users }] : []))
}

function isSettled(wish: Wish, frame: ServerFrame): boolean {
  if (frame.type === 'welcome' || frame.type === 'resumed') return true
  if (frame.type === 'refused') return frame.id === wish.id
  return frame.type === 'reactions' && frame.channel === wish.channel && frame.ts === wish.ts
}

function sameAs(wish: Wish, other: Wish): boolean {
  return wish.channel === other.channel && wish.ts === other.ts && wish.name === other.name
}
