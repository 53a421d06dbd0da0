import type { Confirm } from '@rivulet/blocks/types'
import { createStore } from 'zustand/vanilla'

/** A confirmation dialog, and how to answer it. */
export type Confirmation = { confirm: Confirm; answer: (confirmed: boolean) => void }

export const confirmations = createStore<{ open: Confirmation | undefined }>(() => ({ open: undefined }))

/** Opens the dialog and resolves to whether the person confirms. A dialog that is already open is cancelled. */
export function askToConfirm(confirm: Confirm): Promise<boolean> {
  confirmations.getState().open?.answer(false)
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      confirmations.setState({ open: undefined })
      resolve(confirmed)
    }
    confirmations.setState({ open: { confirm, answer } })
  })
}
