import type { Confirm } from '@rivulet/blocks/block'
import { createStore } from 'zustand/vanilla'

/** A question before something is done. */
export type Question = { confirm: Confirm; answer: (yes: boolean) => void }

export const questions = createStore<{ open: Question | undefined }>(() => ({ open: undefined }))

export function confirmed(confirm: Confirm): Promise<boolean> {
  questions.getState().open?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      questions.setState({ open: undefined })
      resolve(yes)
    }
    questions.setState({ open: { confirm, answer } })
  })
}
