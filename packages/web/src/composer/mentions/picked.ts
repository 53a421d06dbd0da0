/** A mention that was picked from the list: where its name, with the `@`, is in the text, and whom it means. */
export type PickedMention = { start: number; end: number; id: string }

/**
 * The picked mentions after an edit that left the cursor at `cursor`: everything behind it is as before. A mention whose
 * name was changed is no longer picked.
 */
export function movePicked(
  picked: readonly PickedMention[],
  before: string,
  after: string,
  cursor: number,
): readonly PickedMention[] {
  if (picked.length === 0) return picked
  const behind = before.length - (after.length - cursor)
  if (behind < 0 || before.slice(behind) !== after.slice(cursor)) return []
  let same = 0
  while (same < Math.min(behind, cursor) && before[same] === after[same]) same++
  const moved = after.length - before.length
  return picked.flatMap((mention) => {
    if (mention.end <= same) return [mention]
    if (mention.start < behind) return []
    return [{ ...mention, start: mention.start + moved, end: mention.end + moved }]
  })
}
