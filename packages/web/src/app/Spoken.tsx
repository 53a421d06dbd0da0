import { useStore } from 'zustand'
import { announced } from './announcing.ts'

/** Speaks to screen readers. A page has one; a dialog has its own, since all else is silent while it is open. */
export function Spoken({ testId }: { testId?: string }) {
  const text = useStore(announced, (state) => state.text)
  return (
    <div className="unseen" role="log" aria-live="polite" data-testid={testId}>
      {text}
    </div>
  )
}
