import { useEffect } from 'react'
import { isInSight, onSight } from './sight.ts'

/** Does something whenever one of these values changes, once somebody looks at the page [NTF-10]. */
export function useWhileInSight(act: () => unknown, changes: readonly unknown[]): void {
  useEffect(() => {
    if (isInSight()) act()
    return onSight(act)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `act` only reads what is in `changes`
  }, changes)
}
