import type { Draft } from '#store/browser/drafts.ts'

/** A change of a message that is neither saved nor dropped. */
export type Edit = {
  channel: string
  ts: string
  /** What the message said, as it was typed and as the field shows it. */
  typed: string
  before: Draft
  draft: Draft
  /** The thread of the message, and that in whose list it was opened; undefined in the list of the channel. */
  root?: string
  thread?: string | undefined
  /** Where it is on the page. It is kept without it while its row is not there. */
  place?: Element | undefined
}

/** They go with the page, which belongs to one person [SES-11]. */
export const edits = new Set<Edit>()

/** The change whose field went with its row, because the person has opened another place. */
export function keptEdit(channel: string, ts: string): Edit | undefined {
  return [...edits].find((edit) => !edit.place && edit.channel === channel && edit.ts === ts)
}
