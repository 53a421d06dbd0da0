import type { ControlValue, FieldElement } from './controlValue.ts'
import { setFieldValue, useFieldValue } from './fieldValues.ts'
import { useInteractiveElement } from './useInteractiveElement.ts'

/** The value of a field, and what to do when a person changes it; undefined where the field cannot be used. */
export function useField(element: FieldElement) {
  const interactive = useInteractiveElement(element)
  const value = useFieldValue(interactive?.surface, interactive?.context.block, element)
  if (!interactive) return undefined
  const { surface, context, interact } = interactive
  const setValue = (next: ControlValue) => setFieldValue(surface, context.block, element, next)
  return {
    ...interactive,
    value,
    setValue,
    /** Tells the app of a change, if it wants to know. If the person then cancels, the field returns to `previous`. */
    dispatchChange: async (next: ControlValue, previous: ControlValue = value) => {
      if (context.dispatches && (await interact(next)) === 'cancelled') setValue(previous)
    },
  }
}

export type FieldState = NonNullable<ReturnType<typeof useField>>
