import type { Confirm } from '@rivulet/blocks/types'
import { createOpening } from '#ui/dialog/opening.ts'

/** What a person is asked to confirm, and how to answer it. Only the first answer counts. */
export type Confirmation = { confirm: Confirm; answer: (confirmed: boolean) => void }

export const confirmOpening = createOpening<Confirmation>()

/** Opens the dialog and resolves to whether the person confirms. What was asked before and has no answer is cancelled. */
export function askToConfirm(confirm: Confirm): Promise<boolean> {
  confirmOpening.state.getState().opened?.about.answer(false)
  return new Promise((answer) => confirmOpening.open({ confirm, answer }))
}
