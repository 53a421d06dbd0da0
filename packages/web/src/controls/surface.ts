import type { Block, FeedbackButtons, SelectOption } from '@rivulet/blocks/block'
import { elementsIn } from '@rivulet/blocks/elements'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { dropUploads, heldUploads } from '#files/uploads.ts'
import { initialOf, isField, type Element, type Field, type Value } from './value.ts'

export type Answer = { ok: true } | { ok: false; detail: string }
/** Something that somebody did with an element of a block. */
export type Act = { block: Block; element: Element; value: Value }
export type Found = { ok: true; groups: readonly FoundGroup[] } | { ok: false; detail: string }
export type FoundGroup = { label?: { text: string } | undefined; options: readonly SelectOption[] }

/** Where the elements of an app stand: a message, a modal, a home. It knows how to ask the app. */
export type Surface = {
  /** Under which its values are kept. */
  key: string
  /** The conversation around it. */
  channel?: string | undefined
  act: (act: Act) => Promise<Answer>
  /** What an app offers for what was typed into a select. */
  suggest: (block: Block, element: Element, query: string) => Promise<Found>
  /** What is wrong with what stands in a block, by its id. */
  errors?: Readonly<Record<string, string>> | undefined
  /** Whether files can be added here: they go with a form. */
  takesFiles?: boolean
  /** Somebody changed what stands in a block. */
  onEdit?: (blockId: string | undefined) => void
}

/** Undefined where nobody can be asked: every element then stands still. */
export const SurfaceContext = createContext<Surface | undefined>(undefined)

export function useSurface(): Surface | undefined {
  return useContext(SurfaceContext)
}

type Values = Readonly<Record<string, Value>>

/** What people put into fields, by surface and field. It outlives a message that goes out of sight. */
const values = createStore<Readonly<Record<string, Values>>>(() => ({}))

export function fieldKey(
  block: { block_id?: string | undefined },
  element: { action_id?: string | undefined },
): string {
  return `${block.block_id ?? ''} ${element.action_id ?? ''}`
}

/** Where the files of a field are while they are not sent. */
export function draftOf(surface: Pick<Surface, 'key'>, block: Block, element: Field): string {
  return `${surface.key} ${fieldKey(block, element)}`
}

export function useValue(surface: Surface | undefined, block: Block | undefined, element: Field): Value {
  const known = useStore(values, (all) => (surface && block ? all[surface.key]?.[fieldKey(block, element)] : undefined))
  return known ?? initialOf(element, surface?.channel)
}

export function setValue(surface: Surface, block: Block, element: Field, value: Value): void {
  const known = values.getState()[surface.key]
  values.setState({ [surface.key]: { ...known, [fieldKey(block, element)]: value } })
  surface.onEdit?.(block.block_id)
}

/** Which of an app's two feedback buttons this page has pressed. */
export function usePressed(
  surface: Surface | undefined,
  block: Block | undefined,
  element: FeedbackButtons,
): string | undefined {
  const known = useStore(values, (all) => (surface && block ? all[surface.key]?.[fieldKey(block, element)] : undefined))
  return known?.kind === 'press' ? known.value : undefined
}

export function setPressed(surface: Surface, block: Block, element: FeedbackButtons, value: string | undefined): void {
  const known = values.getState()[surface.key]
  values.setState({ [surface.key]: { ...known, [fieldKey(block, element)]: { kind: 'press', value } } })
}

/** A surface that is gone keeps nothing. */
export function forgetValues(surface: string): void {
  const { [surface]: _gone, ...left } = values.getState()
  values.setState(left, true)
  dropUploads(surface)
}

/** What stands in every field of the surface now. */
export function valuesOf(surface: Pick<Surface, 'key' | 'channel'>, blocks: readonly Block[]) {
  const known = values.getState()[surface.key]
  return [...elementsIn(blocks)].flatMap(({ block, element }) => {
    if (!isField(element)) return []
    const value: Value =
      element.type === 'file_input'
        ? { kind: 'files', ...heldUploads(draftOf(surface, block, element)) }
        : (known?.[fieldKey(block, element)] ?? initialOf(element, surface.channel))
    return [{ block, element, value }]
  })
}
