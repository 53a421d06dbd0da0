import { useContext } from 'react'
import { askToConfirm } from '#controls/confirm/confirm.ts'
import { BlockContext } from './blockContext.ts'
import type { ControlValue, InteractiveElement } from './controlValue.ts'
import { fieldKey } from './fieldValues.ts'
import { useSurface } from './surface.ts'

/** How an element reaches its app; undefined if it cannot. If the app wants it, `interact` first asks for confirmation. */
export function useInteractiveElement(element: InteractiveElement) {
  const surface = useSurface()
  const context = useContext(BlockContext)
  if (!surface || !context || element.action_id === undefined) return undefined
  const interact = async (value: ControlValue): Promise<'accepted' | 'failed' | 'cancelled'> => {
    const confirm = 'confirm' in element ? element.confirm : undefined
    if (confirm && !(await askToConfirm(confirm))) return 'cancelled'
    return (await context.interact(element, value)) ? 'accepted' : 'failed'
  }
  return { surface, context, interact, pending: context.pendingKey === fieldKey(context.block, element) }
}
