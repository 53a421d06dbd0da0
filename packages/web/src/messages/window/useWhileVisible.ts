import { useEffect } from 'react'

/** Does something whenever one of these values changes, once somebody can see the page. */
export function useWhileVisible(act: () => unknown, changes: readonly unknown[]): void {
  useEffect(() => {
    const actIfVisible = () => document.visibilityState === 'visible' && act()
    actIfVisible()
    document.addEventListener('visibilitychange', actIfVisible)
    return () => document.removeEventListener('visibilitychange', actIfVisible)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `act` only reads what is in `changes`
  }, changes)
}
