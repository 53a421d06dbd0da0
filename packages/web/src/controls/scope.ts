import type { Block } from '@rivulet/blocks/block'
import { createContext, useContext } from 'react'
import { confirmed } from './confirming.ts'
import { fieldKey, setValue, useSurface, useValue } from './surface.ts'
import type { Element, Field, Value } from './value.ts'

/** The block in which an element stands. */
export type Scope = {
  block: Block
  /** Whether a change is told to the app at once: in an input it waits for the end, unless the block says otherwise. */
  dispatches: boolean
  /** The element that the app is asked about now. */
  waiting: string | undefined
  /** Whether the app has taken it. */
  ask: (element: Element, value: Value) => Promise<boolean>
  /** What names the one field of an input block, and says more about it. */
  labelId?: string
  fieldId?: string
  describedBy?: string | undefined
  invalid?: boolean
  required?: boolean
}

export const ScopeContext = createContext<Scope | undefined>(undefined)

/** An element where an app can be asked; undefined where it stands still. */
export function useElement(element: Element) {
  const surface = useSurface()
  const scope = useContext(ScopeContext)
  if (!surface || !scope || element.action_id === undefined) return undefined
  const ask = async (value: Value): Promise<'taken' | 'failed' | 'declined'> => {
    const confirm = 'confirm' in element ? element.confirm : undefined
    if (confirm && !(await confirmed(confirm))) return 'declined'
    return (await scope.ask(element, value)) ? 'taken' : 'failed'
  }
  return { surface, scope, ask, waiting: scope.waiting === fieldKey(scope.block, element) }
}

/** A field, what stands in it, and what becomes of a change. */
export function useField(element: Field) {
  const here = useElement(element)
  const value = useValue(here?.surface, here?.scope.block, element)
  if (!here) return undefined
  const { surface, scope, ask } = here
  const put = (next: Value) => setValue(surface, scope.block, element, next)
  return {
    ...here,
    value,
    /** Writes it down. */
    put,
    /** Tells the app, where it wants to know. What its person then does not want after all goes back. */
    tell: async (next: Value, before: Value = value) => {
      if (scope.dispatches && (await ask(next)) === 'declined') put(before)
    },
  }
}

/** What a field is called: by its block's label, else by its own words. */
export function nameOf(scope: Scope, own: string | undefined): { 'aria-labelledby'?: string; 'aria-label'?: string } {
  if (scope.labelId) return { 'aria-labelledby': scope.labelId }
  return own ? { 'aria-label': own } : {}
}

/** The attributes of the one control of an input block. */
export function fieldProps(scope: Scope) {
  return {
    id: scope.fieldId,
    'aria-describedby': scope.describedBy,
    'aria-invalid': scope.invalid || undefined,
    'aria-required': scope.required || undefined,
  }
}

export type FieldInUse = NonNullable<ReturnType<typeof useField>>
