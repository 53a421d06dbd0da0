import { findInteractiveElements } from '@rivulet/blocks/elements'
import type { Block, FeedbackButtons } from '@rivulet/blocks/types'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { deleteUploadsOf, listUploadedFiles } from '#files/uploads.ts'
import {
  initialValueOf,
  isField,
  type ControlValue,
  type FieldElement,
  type InteractiveElement,
} from './controlValue.ts'
import type { Surface } from './surface.ts'

type SurfaceValues = Readonly<Record<string, ControlValue>>

/** What people entered into fields, by surface and field. The values survive while a message is scrolled out of sight. */
const fieldValues = createStore<Readonly<Record<string, SurfaceValues>>>(() => ({}))

export function fieldKey(
  block: { block_id?: string | undefined },
  element: { action_id?: string | undefined },
): string {
  return `${block.block_id ?? ''} ${element.action_id ?? ''}`
}

/** The key under which the uploads of a file input are kept until the form is submitted. */
export function uploadDraftKey(surface: Pick<Surface, 'key'>, block: Block, element: FieldElement): string {
  return `${surface.key} ${fieldKey(block, element)}`
}

/** The value that a person entered into a field, else the initial one. */
export function useFieldValue(
  surface: Surface | undefined,
  block: Block | undefined,
  element: FieldElement,
): ControlValue {
  return useStoredValue(surface, block, element) ?? initialValueOf(element, surface?.channel)
}

export function setFieldValue(surface: Surface, block: Block, element: FieldElement, value: ControlValue): void {
  storeValue(surface, block, element, value)
  surface.onEdit?.(block.block_id)
}

/** The value of the feedback button that was pressed on this page. */
export function usePressedFeedback(
  surface: Surface | undefined,
  block: Block | undefined,
  element: FeedbackButtons,
): string | undefined {
  const stored = useStoredValue(surface, block, element)
  return stored?.kind === 'press' ? stored.value : undefined
}

export function setPressedFeedback(
  surface: Surface,
  block: Block,
  element: FeedbackButtons,
  value: string | undefined,
): void {
  storeValue(surface, block, element, { kind: 'press', value })
}

/** Deletes what was entered on a surface that was closed, and its uploads. */
export function deleteFieldValues(surfaceKey: string): void {
  const { [surfaceKey]: _deleted, ...others } = fieldValues.getState()
  fieldValues.setState(others, true)
  deleteUploadsOf(surfaceKey)
}

/** Deletes what was entered in fields that a changed view no longer has: if one comes back, it is another. */
export function keepFieldValues(surfaceKey: string, blocks: readonly Block[]): void {
  const stored = fieldValues.getState()[surfaceKey]
  if (!stored) return
  const keys = new Set([...findInteractiveElements(blocks)].map(({ block, element }) => fieldKey(block, element)))
  const kept = Object.entries(stored).filter(([key]) => keys.has(key))
  if (kept.length < Object.keys(stored).length) fieldValues.setState({ [surfaceKey]: Object.fromEntries(kept) })
}

/** The current values of all fields in the blocks of a surface. */
export function listFieldValues(surface: Pick<Surface, 'key' | 'channel'>, blocks: readonly Block[]) {
  const stored = fieldValues.getState()[surface.key]
  return [...findInteractiveElements(blocks)].flatMap(({ block, element }) => {
    if (!isField(element)) return []
    const value: ControlValue =
      element.type === 'file_input'
        ? { kind: 'files', ...listUploadedFiles(uploadDraftKey(surface, block, element)) }
        : (stored?.[fieldKey(block, element)] ?? initialValueOf(element, surface.channel))
    return [{ block, element, value }]
  })
}

function useStoredValue(surface: Surface | undefined, block: Block | undefined, element: InteractiveElement) {
  return useStore(fieldValues, (all) => (surface && block ? all[surface.key]?.[fieldKey(block, element)] : undefined))
}

function storeValue(surface: Surface, block: Block, element: InteractiveElement, value: ControlValue): void {
  const stored = fieldValues.getState()[surface.key]
  fieldValues.setState({ [surface.key]: { ...stored, [fieldKey(block, element)]: value } })
}
