import { useStore } from 'zustand'
import { announcement } from './announce.ts'

/**
 * Reads announcements out to screen readers. The page has one, and so has each modal dialog: while a modal is open,
 * everything outside it is silent.
 */
export function LiveRegion({ testId }: { testId?: string }) {
  const text = useStore(announcement, (state) => state.text)
  return (
    <div className="visually-hidden" role="log" aria-live="polite" data-testid={testId}>
      {text}
    </div>
  )
}
