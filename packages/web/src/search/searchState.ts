import { createOpening } from '#ui/dialog/opening.ts'

/** The search is about what is searched first. */
export const searchOpening = createOpening<string>()

export function openSearch(text = ''): void {
  searchOpening.open(text)
}
