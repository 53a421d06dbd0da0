import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PickedMention } from '#composer/mentions/picked.ts'
import { readOwn, writeOwn } from './browserStorage.ts'

/** What was typed and not sent. */
export type Draft = { text: string; picked: readonly PickedMention[] }

/** The drafts of this page, by channel or thread. */
const drafts = createStore<Readonly<Record<string, Draft>>>(() => ({}))
const empty: Draft = { text: '', picked: [] }

export function draftKey(channel: string, threadTs: string | undefined): string {
  return threadTs ? `${channel}.${threadTs}` : channel
}

export function useDraft(key: string): [draft: Draft, change: (draft: Draft) => void] {
  const left = useMemo(() => readDraft(key), [key])
  const draft = useStore(drafts, (all) => all[key]) ?? left
  return [
    draft,
    (next) => {
      drafts.setState({ [key]: next })
      writeOwn(`draft.${key}`, next.text ? JSON.stringify(next) : undefined)
    },
  ]
}

/** What an earlier page left. */
function readDraft(key: string): Draft {
  try {
    const draft: Draft = JSON.parse(readOwn(`draft.${key}`) ?? '')
    return draft
  } catch {
    return empty
  }
}
