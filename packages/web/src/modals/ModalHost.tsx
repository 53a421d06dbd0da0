import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'

const Modal = lazyComponent(async () => (await import('#late.ts')).Modal)

/** Shows the view stack that was opened last, if there is one. */
export function ModalHost() {
  const stack = useWorkspace((state) => state.modals.at(-1))
  return stack ? <Modal key={stack.id} stack={stack} /> : null
}
