import type { Block, SelectOption } from '@rivulet/blocks/types'
import { createContext, useContext } from 'react'
import type { ControlValue, InteractiveElement } from './controlValue.ts'

/** What a person does with an element of a block. */
export type Interaction = { block: Block; element: InteractiveElement; value: ControlValue }
export type SurfaceResult = { ok: true } | { ok: false; detail: string }
export type SuggestionGroup = { label?: { text: string } | undefined; options: readonly SelectOption[] }
export type SuggestionResult = { ok: true; groups: readonly SuggestionGroup[] } | { ok: false; detail: string }

/** The message, modal or home that shows an app's blocks, and how its elements reach the app. */
export type Surface = {
  /** Identifies the surface; its field values are stored under this key. */
  key: string
  /** The channel that shows it, if any. */
  channel?: string | undefined
  /** Tells the app of an interaction. */
  interact: (interaction: Interaction) => Promise<SurfaceResult>
  /** Asks the app which options match the text typed into an external select. */
  suggest: (block: Block, element: InteractiveElement, query: string) => Promise<SuggestionResult>
  /** Validation errors, by block id. */
  errors?: Readonly<Record<string, string>> | undefined
  /** Whether file inputs work here; files are only sent with a form. */
  acceptsFiles?: boolean
  /** Called when a person changes a field of the block. */
  onEdit?: (blockId: string | undefined) => void
}

/** Undefined where there is no app to tell: its elements are then drawn without interaction. */
export const SurfaceContext = createContext<Surface | undefined>(undefined)

export function useSurface(): Surface | undefined {
  return useContext(SurfaceContext)
}
