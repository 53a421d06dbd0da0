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

/**
 * `at`: when a draft was typed, by the server's clock. `seen`: the time of what the server and this browser both had last.
 * `sent`: the times of what the server was sent since, and has not confirmed.
 */
export type DraftMark = { at: number; seen: number; sent: readonly number[] }

/** The drafts of this page, by `draftKey`. A draft of the editor stays the same object. */
export const drafts = createStore<Readonly<Record<string, Draft>>>(() => ({}))
const marks = new Map<string, DraftMark>()
const empty: Draft = { text: '', picked: [] }

export function useDraft(key: string): [draft: Draft, change: (draft: Draft) => void] {
  const left = useMemo(() => readDraft(key), [key])
  const draft = useStore(drafts, (all) => all[key]) ?? left
  return [draft, (next) => changeDraft(key, next)]
}

/** Puts what is written now in place of the draft. */
export function changeDraft(key: string, next: Draft): void {
  const mark = markOf(key)
  const now = Date.now() + workspace.getState().clockAhead
  putDraft(key, next, { ...mark, at: Math.max(now, mark.at + 1) })
}

/** The draft as it is now, also while the page has not drawn it yet. */
export function currentDraft(key: string): Draft {
  return drafts.getState()[key] ?? readDraft(key)
}

export function markOf(key: string): DraftMark {
  const { at = 0, seen = 0, sent = [] } = marks.get(key) ?? readStored(key) ?? {}
  return { at, seen, sent }
}

/** Whether the server has what was typed last. */
export function isSaved({ at, seen }: Partial<DraftMark>): boolean {
  return at === seen
}

/** Keeps a draft in this browser. One that is empty is kept until the server knows that. */
export function putDraft(key: string, draft: Draft, mark: DraftMark): void {
  const isKept = draft.text !== '' || !isSaved(mark)
  writeOwn(`draft.${key}`, isKept ? JSON.stringify({ ...draft, ...mark, key }) : undefined)
  showDraft(key, draft, mark)
}

/** Shows a draft that another page of this browser has stored, unless what this one has is newer. */
export function adoptDraft(key: string): void {
  const stored = readStored(key)
  if (!stored || (stored.at ?? 0) <= (marks.get(key)?.at ?? 0)) return
  marks.delete(key)
  showDraft(key, readDraft(key), markOf(key))
}

function showDraft(key: string, draft: Draft, mark: DraftMark): void {
  marks.set(key, mark)
  drafts.setState({ [key]: draft })
}

/** As a draft is stored. */
export type StoredDraft = Draft & DraftMark & { key: string }

function readDraft(key: string): Draft {
  const { text, picked, document } = readStored(key) ?? empty
  // A new object each time: for an editor, one that it has had before is its own.
  return text ? { text, picked, document } : { ...empty }
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
