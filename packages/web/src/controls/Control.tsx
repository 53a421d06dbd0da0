import type { ReactNode } from 'react'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { ActionButton } from '#controls/buttons/ActionButton.tsx'
import { ActionIconButton } from '#controls/buttons/ActionIconButton.tsx'
import { FeedbackButtons } from '#controls/buttons/FeedbackButtons.tsx'
import { OverflowMenu } from '#controls/buttons/OverflowMenu.tsx'
import type { InteractiveElement } from '#controls/surface/controlValue.ts'
import { useInteractiveElement } from '#controls/surface/useInteractiveElement.ts'

/** Until the code of the fields has loaded, `inert` is shown. */
const Field = lazyComponent(
  async () => (await import('#controls/fields/Field.tsx')).Field,
  ({ inert }) => inert,
)

/** A control for an element of an app. If the app cannot be reached, it is `inert`, a drawing that cannot be used. */
export function Control({ element, inert }: { element: InteractiveElement; inert: ReactNode }) {
  const interactive = useInteractiveElement(element)
  if (!interactive) return inert
  switch (element.type) {
    case 'button':
      return <ActionButton element={element} />
    case 'overflow':
      return <OverflowMenu element={element} />
    case 'feedback_buttons':
      return <FeedbackButtons element={element} />
    case 'icon_button':
      return <ActionIconButton element={element} />
    case 'workflow_button':
      return inert
    case 'file_input':
      return interactive.surface.acceptsFiles ? <Field element={element} inert={inert} /> : inert
    default:
      return <Field element={element} inert={inert} />
  }
}
