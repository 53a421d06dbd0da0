import { useStore } from 'zustand'
import { later } from '#app/later.tsx'
import { questions } from './confirming.ts'

const OpenQuestion = later(async () => (await import('./OpenQuestion.tsx')).OpenQuestion)

/** Asks once more before an app is told, where the app wants that. */
export function ConfirmDialog() {
  const open = useStore(questions, (state) => state.open)
  return open ? <OpenQuestion key={open.confirm.text.text} question={open} /> : null
}
