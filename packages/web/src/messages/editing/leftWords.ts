import { createStore } from 'zustand/vanilla'
import { joinDrafts } from '#drafts/settleDraft.ts'
import { listOwn, onOwnChanged, readOwn, writeOwn } from '#store/browser/browserStorage.ts'
import { adoptDraft, changeDraft, currentDraft, type Draft, parseDraft } from '#store/browser/drafts.ts'

/**
 * The words of a change whose message was deleted. `waiting`: those that are in no composer, because it had others or there is none.
 * `takesFocus`: the person was writing them.
 */
type LeftWords = { waiting?: Draft | undefined; takesFocus: boolean }

/** What the composers of this page say of them, by `draftKey`. */
export const leftWords = createStore<Readonly<Record<string, LeftWords | undefined>>>(() => ({}))

/** What the words that wait are stored as, each with its `draftKey`. They are in no draft. */
const prefix = 'left.'

/** [SES-11] Shows the words that wait since an earlier page, and what becomes of them in the other pages of this browser. */
export function followLeftWords(): () => void {
  for (const value of listOwn(prefix)) showStored(parseDraft(value)?.key, value)
  return onOwnChanged(prefix, showStored)
}

function showStored(key: string | undefined, value: string | undefined): void {
  const waiting = parseDraft(value ?? '')
  if (key !== undefined) leftWords.setState({ [key]: waiting && { waiting, takesFocus: false } })
}

type Circumstances = Pick<LeftWords, 'takesFocus'> & { hasComposer: boolean }

/**
 * Puts words into a composer that is empty. Else they wait above it: what is written there may be sent at any moment. Without a
 * composer they wait where it would be.
 */
export function leaveWords(key: string, words: Draft, { takesFocus, hasComposer }: Circumstances): void {
  // Another page may have left some, or written something, in this moment.
  adoptDraft(key)
  const before = parseDraft(readOwn(prefix + key) ?? '') ?? leftWords.getState()[key]?.waiting
  if (hasComposer && !before && currentDraft(key).text.trim() === '') {
    changeDraft(key, words)
    return leftWords.setState({ [key]: { takesFocus } })
  }
  const waiting = before ? joinDrafts(before, words) : words
  writeOwn(prefix + key, JSON.stringify({ ...waiting, key }))
  leftWords.setState({ [key]: { waiting, takesFocus } })
}

/** Puts the words that wait below what is written. */
export function addLeftWords(key: string, words: Draft): void {
  const written = currentDraft(key)
  changeDraft(key, written.text.trim() === '' ? words : joinDrafts(written, words))
  forgetLeftWords(key)
}

/** The person asks for the words that wait at a place. */
export function takeFocusNext(key: string): void {
  leftWords.setState((all) => ({ [key]: all[key] && { ...all[key], takesFocus: true } }))
}

/** Who comes back later has the focus elsewhere. */
export function endTakingFocus(key: string): void {
  leftWords.setState((all) => ({ [key]: all[key] && { ...all[key], takesFocus: false } }))
}

export function forgetLeftWords(key: string): void {
  writeOwn(prefix + key, undefined)
  leftWords.setState({ [key]: undefined })
}
