import { ownerOfPage } from '#store/browser/browserStorage.ts'
import type { Draft } from '#store/browser/drafts.ts'

/** A change of a message that is neither saved nor dropped. `typed`, `before`: what it said. */
export type KeptEdit = { typed: string; before: Draft; draft: Draft }

const edits = new Map<string, KeptEdit>()

/** The change whose field went with its row, because the person has opened another place. */
export function keptEdit(channel: string, ts: string): KeptEdit | undefined {
  return edits.get(keyOf(channel, ts))
}

export function keepEdit(channel: string, ts: string, edit: KeptEdit): void {
  edits.set(keyOf(channel, ts), edit)
}

/** It is in a field again. */
export function forgetEdit(channel: string, ts: string): void {
  edits.delete(keyOf(channel, ts))
}

function keyOf(channel: string, ts: string): string {
  const { team, user } = ownerOfPage() ?? {}
  return [team, user, channel, ts].join(' ')
}
