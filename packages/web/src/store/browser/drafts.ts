import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { EditorNode } from '@rivulet/blocks/editorDocument'
import type { PickedMention } from '#composer/mentions/picked.ts'
import { readOwn, writeOwn } from './browserStorage.ts'

/**
 * What was typed and not sent. `text` is Markdown, empty if there is nothing to send, with names for those who were picked.
 * `document`: the same as the editor has it, with its formats.
 */
export type Draft = { text: string; picked: readonly PickedMention[]; document?: EditorNode | undefined }

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

/** The draft as it is now, also while the page has not drawn it yet. */
export function currentDraft(key: string): Draft {
  return drafts.getState()[key] ?? readDraft(key)
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
