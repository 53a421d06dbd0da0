import { later } from '#app/later.tsx'
import { useWorkspace } from '#store/workspace.ts'

const OpenModal = later(async () => (await import('./OpenModal.tsx')).OpenModal)

/** The pile of modals that came last. */
export function Modals() {
  const pile = useWorkspace((state) => state.modals.at(-1))
  return pile ? <OpenModal key={pile.id} pile={pile} /> : null
}
