import type { RichTextInline } from '#types'
import { addElement, addText } from '#richText/inlineRun'

/** Joins runs of inline elements with a separator, after a run that came before. Empty runs are left out. */
export function joinRuns(
  runs: readonly RichTextInline[][],
  separator: string,
  before: readonly RichTextInline[] = [],
): RichTextInline[] {
  const joined = [...before]
  for (const run of runs) {
    if (run.length === 0) continue
    if (joined.length > 0) addText(joined, separator)
    for (const element of run) addElement(joined, element, element.style)
  }
  return joined
}
