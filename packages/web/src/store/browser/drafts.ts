import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { EditorNode } from '@rivulet/blocks/editorDocument'
import type { PickedMention } from '#composer/mentions/picked.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { readOwn, writeOwn } from './browserStorage.ts'

/**
 * What was typed and not sent. `text` is Markdown, empty if there is nothing to send, with names for those who were picked.
 * `document`: the same as the editor has it, with its formats.
 */
export type Draft = { text: string; picked: readonly PickedMention[]; document?: EditorNode | undefined }

/** When a draft was typed, by the server's clock, and whether the server has it. */
export type DraftMark = { at: number; saved: boolean }

/** The drafts of this page, by `draftKey`. A draft of the editor stays the same object. */
export const drafts = createStore<Readonly<Record<string, Draft>>>(() => ({}))
const marks = new Map<string, DraftMark>()
const empty: Draft = { text: '', picked: [] }

export function useDraft(key: string): [draft: Draft, change: (draft: Draft) => void] {
  const left = useMemo(() => readDraft(key), [key])
  const draft = useStore(drafts, (all) => all[key]) ?? left
  return [
    draft,
    (next) => {
      const now = Date.now() + workspace.getState().clockAhead
      putDraft(key, next, { at: Math.max(now, markOf(key).at + 1), saved: false })
    },
  ]
}

/** The draft as it is now, also while the page has not drawn it yet. */
export function currentDraft(key: string): Draft {
  return drafts.getState()[key] ?? readDraft(key)
}

export function markOf(key: string): DraftMark {
  const { at = 0, saved = false } = marks.get(key) ?? readStored(key) ?? { saved: true }
  return { at, saved }
}

/** Keeps a draft in this browser. One that is empty is kept until the server knows that. */
export function putDraft(key: string, draft: Draft, mark: DraftMark): void {
  marks.set(key, mark)
  const isKept = draft.text !== '' || !mark.saved
  writeOwn(`draft.${key}`, isKept ? JSON.stringify({ ...draft, ...mark, key }) : undefined)
  drafts.setState({ [key]: draft })
}

/** As a draft is stored. */
export type StoredDraft = Draft & DraftMark & { key: string }

function readDraft(key: string): Draft {
  const { text, picked, document } = readStored(key) ?? empty
  return text ? { text, picked, document } : empty
}

function readStored(key: string): (Draft & Partial<DraftMark>) | undefined {
  return parseDraft(readOwn(`draft.${key}`) ?? '')
}

/** What an earlier page left. That of another version may be something else. */
export function parseDraft(value: string): StoredDraft | undefined {
  try {
    const stored: StoredDraft | undefined = JSON.parse(value) ?? undefined
    const { text, picked }: Partial<StoredDraft> = stored ?? {}
    const isDraft =
      typeof text === 'string' && Array.isArray(picked) && picked.every((one) => isNumber(one.start, one.end))
    return isDraft ? stored : undefined
  } catch {
    return undefined
  }
}

function isNumber(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'number')
}
