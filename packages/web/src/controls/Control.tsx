import type { ReactNode } from 'react'
import { later } from '#app/later.tsx'
import { ActionButton } from './ActionButton.tsx'
import { Feedback } from './Feedback.tsx'
import { IconAction } from './IconAction.tsx'
import { More } from './More.tsx'
import { useElement } from './scope.ts'
import type { Element } from './value.ts'

/** Until it is here, a field stands still. */
const AnyField = later(
  async () => (await import('./AnyField.tsx')).AnyField,
  ({ still }) => still,
)

/** An element as it can be used; `still` where nobody can be asked. */
export function Control({ element, still }: { element: Element; still: ReactNode }) {
  const here = useElement(element)
  if (!here) return still
  switch (element.type) {
    case 'button':
      return <ActionButton element={element} />
    case 'overflow':
      return <More element={element} />
    case 'feedback_buttons':
      return <Feedback element={element} />
    case 'icon_button':
      return <IconAction element={element} />
    case 'workflow_button':
      return still
    case 'file_input':
      return here.surface.takesFiles ? <AnyField element={element} still={still} /> : still
    default:
      return <AnyField element={element} still={still} />
  }
}
