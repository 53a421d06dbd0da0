import { createOpening } from '#ui/dialog/opening.ts'

export const switcherOpening = createOpening<void>()

export function openSwitcher(): void {
  switcherOpening.open()
}
