import { findInteractiveElements, type LocatedElement } from '@rivulet/blocks/elements'
import type { Block } from '@rivulet/blocks/types'
import { Refusal } from '#domain/refusal'
import type { FieldValue, StateValues } from '#domain/interactions/interactions'

/** What a person chooses: the text or value of an option, an id, a date, text; or several of them. */
export type Choice = FieldValue | { readonly id: string }

/** An element, and the value with which it is pressed if it is one of several buttons in it. */
export interface FoundElement extends LocatedElement {
  value?: string
}

/** Finds an element by its `action_id`, or by what is written on it or above it. Throws an error that lists what is there. */
export function findElement(blocks: readonly Block[], name: string): FoundElement {
  const all = [...findInteractiveElements(blocks)]
  for (const located of all) if (located.actionId === name) return located
  for (const located of all) {
    if (labelsOf(located).includes(name)) return located
    const value = buttonsOf(located.element).find(({ text }) => text === name)?.value
    if (value !== undefined) return { ...located, value }
  }
  const there = all.map((one) => [...labelsOf(one), ...buttonsOf(one.element).map(({ text }) => text), one.actionId][0])
  throw new Refusal(
    'action_not_found',
    `There is no element ${JSON.stringify(name)}. ${there.length > 0 ? `There are: ${there.map((label) => JSON.stringify(label)).join(', ')}.` : 'There are none.'}`,
  )
}

/** The values of fields as an interaction takes them, by block and action. */
export function toState(blocks: readonly Block[], values: Readonly<Record<string, Choice>>): StateValues {
  const state: Record<string, Record<string, FieldValue>> = {}
  for (const [name, choice] of Object.entries(values)) {
    const found = findElement(blocks, name)
    state[found.blockId] = { ...state[found.blockId], [found.actionId]: toFieldValue(found, choice) }
  }
  return state
}

/** Options may be named by their text. */
export function toFieldValue({ element }: LocatedElement, choice: Choice): FieldValue {
  const chosen = typeof choice === 'object' && choice !== null && 'id' in choice ? choice.id : choice
  const options = optionsOf(element)
  const valueOf = (text: string) => options.find((option) => option.text === text)?.value ?? text
  if (typeof chosen === 'string') {
    const value = valueOf(chosen)
    return element.type.startsWith('multi_') || element.type === 'checkboxes' ? [value] : value
  }
  return typeof chosen === 'object' && chosen !== null ? chosen.map(valueOf) : chosen
}

function labelsOf({ block, element }: LocatedElement): string[] {
  const given: Record<string, unknown> = { ...element }
  const label = block.type === 'input' ? block.label.text : undefined
  return [label, textOf(given['text']), textOf(given['placeholder'])].filter((text) => text !== undefined)
}

function buttonsOf(element: LocatedElement['element']): { text: string; value: string }[] {
  if (element.type !== 'feedback_buttons') return []
  return [element.positive_button, element.negative_button].map(({ text, value }) => ({ text: text.text, value }))
}

function optionsOf(element: object): { text: string; value: string }[] {
  const given: Record<string, unknown> = { ...element }
  const groups = toList(given['option_groups']).flatMap((group) => toList(Object(group).options))
  return [...toList(given['options']), ...groups].flatMap((option) => {
    const { text, value }: Record<string, unknown> = Object(option)
    const words = textOf(text)
    return words === undefined ? [] : [{ text: words, value: typeof value === 'string' ? value : words }]
  })
}

function textOf(given: unknown): string | undefined {
  const text: unknown = typeof given === 'string' ? given : Object(given).text
  return typeof text === 'string' ? text : undefined
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
