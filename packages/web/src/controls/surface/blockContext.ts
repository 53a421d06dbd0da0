import type { Block } from '@rivulet/blocks/types'
import { createContext } from 'react'
import type { ControlValue, InteractiveElement } from './controlValue.ts'

/** What an element knows of the block around it. */
export type BlockContextValue = {
  block: Block
  /** Whether a change goes to the app at once. In an input block it waits for the submit unless `dispatch_action` is set. */
  dispatches: boolean
  /** The field key of the element whose interaction the app has not answered yet. */
  pendingKey: string | undefined
  /** Tells the app of an interaction. Resolves to whether the app accepted it. */
  interact: (element: InteractiveElement, value: ControlValue) => Promise<boolean>
  /** Ids and state of the one field of an input block, for its attributes. */
  labelId?: string
  fieldId?: string
  describedBy?: string | undefined
  invalid?: boolean
  required?: boolean
}

export const BlockContext = createContext<BlockContextValue | undefined>(undefined)

/** Names a field by the label of its input block, else by `fallback`. */
export function labelProps(
  { labelId }: BlockContextValue,
  fallback: string | undefined,
): { 'aria-labelledby'?: string; 'aria-label'?: string } {
  if (labelId) return { 'aria-labelledby': labelId }
  return fallback ? { 'aria-label': fallback } : {}
}

/** The attributes that tie a field to the label, hint and error of its input block. */
export function fieldProps({ fieldId, describedBy, invalid, required }: BlockContextValue) {
  return {
    id: fieldId,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
  }
}
