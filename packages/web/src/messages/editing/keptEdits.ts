import type { Draft } from '#store/browser/drafts.ts'
import { threadKey } from '#store/workspace/workspace.ts'

/** A change of a message that is neither saved nor dropped. `typed`, `before`: what it said. */
export type KeptEdit = { typed: string; before: Draft; draft: Draft }

/** They go with the page, which belongs to one person [SES-11]. */
const edits = new Map<string, KeptEdit>()

/** The change whose field went with its row, because the person has opened another place. */
export function keptEdit(channel: string, ts: string): KeptEdit | undefined {
  return edits.get(threadKey(channel, ts))
}

export function keepEdit(channel: string, ts: string, edit: KeptEdit): void {
  edits.set(threadKey(channel, ts), edit)
}

/** It is in a field again. */
export function forgetEdit(channel: string, ts: string): void {
  edits.delete(threadKey(channel, ts))
}
