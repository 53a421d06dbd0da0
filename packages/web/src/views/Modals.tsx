import { lazy, Suspense } from 'react'
import { useWorkspace } from '#store/workspace.ts'

/** Modals are rare: what draws them comes with the first. */
const OpenModal = lazy(async () => ({ default: (await import('./OpenModal.tsx')).OpenModal }))

/** The pile of modals that came last. */
export function Modals() {
  const pile = useWorkspace((state) => state.modals.at(-1))
  if (!pile) return null
  return (
    <Suspense fallback={null}>
      <OpenModal key={pile.id} pile={pile} />
    </Suspense>
  )
}
