import { type Draft, type DraftMark, isSaved } from '#store/browser/drafts.ts'

/** What the server has at a place since a time: a draft, or none. */
export type ServerDraft = { draft: Draft | null; at: number }
type MarkedDraft = { draft: Draft; mark: DraftMark }

/** Whether the server has something that this browser neither has seen nor has sent. */
export function isNews(mark: DraftMark, at: number): boolean {
  return at > mark.seen && at !== mark.at && !mark.sent.includes(at)
}

/** [DRF-2, DRF-4] What stays of a draft once it is known what the server has. */
export function settleDraft(ours: MarkedDraft, theirs: ServerDraft): MarkedDraft {
  const { draft, mark } = ours
  if (!isNews(mark, theirs.at)) return { draft, mark: markAsSeen(mark, theirs.at) }
  const there = theirs.draft ?? { text: '', picked: [] }
  const taken = { at: theirs.at, seen: theirs.at, sent: [] }
  const [ourText, theirText] = [draft.text.trim(), there.text.trim()]
  if (ourText === theirText) return { draft, mark: taken }
  if (isSaved(mark) || theirText.includes(ourText)) return { draft: there, mark: taken }
  const kept = { ...taken, at: Math.max(mark.at, theirs.at + 1) }
  return { draft: ourText.includes(theirText) ? draft : joinDrafts(there, draft), mark: kept }
}

/** Notes that the server has what was typed at a time. */
export function markAsSeen(mark: DraftMark, at: number): DraftMark {
  return at > mark.seen ? { at: mark.at, seen: at, sent: mark.sent.filter((one) => one > at) } : mark
}

/** What was written in two places, one below the other. */
export function joinDrafts(first: Draft, second: Draft): Draft {
  const before = `${first.text.trimEnd()}\n\n`
  const moved = second.picked.map(({ start, end, id }) => ({
    id,
    start: start + before.length,
    end: end + before.length,
  }))
  const written = { text: before + second.text, picked: [...first.picked, ...moved] }
  const { document: one } = first
  const { document: other } = second
  if (!one || !other) return written
  return { ...written, document: { ...one, content: [...(one.content ?? []), ...(other.content ?? [])] } }
}
