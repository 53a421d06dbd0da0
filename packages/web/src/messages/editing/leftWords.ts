import { createStore } from 'zustand/vanilla'
import { joinDrafts } from '#drafts/settleDraft.ts'
import { changeDraft, currentDraft, type Draft } from '#store/browser/drafts.ts'

/**
 * The words of a change whose message was deleted. `waiting`: those that are not in the composer, because it had others.
 * `takesFocus`: the person was writing them.
 */
type LeftWords = { waiting?: Draft | undefined; takesFocus: boolean }

/** What the composers of this page say of them, by `draftKey`. */
export const leftWords = createStore<Readonly<Record<string, LeftWords | undefined>>>(() => ({}))

/** Puts words into a composer that is empty. Else they wait above it: what is written there may be sent at any moment. */
export function leaveWords(key: string, words: Draft, takesFocus: boolean): void {
  const before = leftWords.getState()[key]?.waiting
  if (before) return leftWords.setState({ [key]: { waiting: joinDrafts(before, words), takesFocus } })
  const isFree = currentDraft(key).text.trim() === ''
  if (isFree) changeDraft(key, words)
  leftWords.setState({ [key]: isFree ? { takesFocus } : { waiting: words, takesFocus } })
}

/** Puts the words that wait below what is written. */
export function addLeftWords(key: string, words: Draft): void {
  const written = currentDraft(key)
  changeDraft(key, written.text.trim() === '' ? words : joinDrafts(written, words))
  forgetLeftWords(key)
}

/** Who comes back later has the focus elsewhere. */
export function endTakingFocus(key: string): void {
  leftWords.setState((all) => ({ [key]: all[key] && { ...all[key], takesFocus: false } }))
}

export function forgetLeftWords(key: string): void {
  leftWords.setState({ [key]: undefined })
}
