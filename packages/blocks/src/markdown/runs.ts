import type { RichTextInline } from '#block'
import { addElement, addText } from '#inlineRun'

/** Inline runs as one, behind what came before, with the same text between each two. */
export function joinRuns(
  runs: readonly RichTextInline[][],
  between: string,
  before: readonly RichTextInline[] = [],
): RichTextInline[] {
  const joined = [...before]
  for (const run of runs) {
    if (run.length === 0) continue
    if (joined.length > 0) addText(joined, between)
    for (const element of run) addElement(joined, element, element.style)
  }
  return joined
}
