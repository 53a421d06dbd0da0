import { type ComponentType, createElement, memo, type ReactNode } from 'react'
import type { DrawnNode, DrawnElement, Part } from '#draw/tree'

/** What a component for a part is given: the element, and its children as they would be drawn without the component. */
export type PartProps = { element: DrawnElement; children?: ReactNode }

/** Components that draw some parts in place of the default. */
export type PartComponents = Partial<Record<Part, ComponentType<PartProps>>>

/**
 * A drawing as React elements. Elements that look the same as before are not rendered again; for that, `parts` has to stay
 * the same object.
 */
export function renderReact(drawn: readonly DrawnNode[], parts: PartComponents = {}): ReactNode[] {
  return drawn.map((one, key) => (typeof one === 'string' ? one : createElement(PartView, { key, drawn: one, parts })))
}

type Props = { drawn: DrawnElement; parts: PartComponents }

const PartView = memo(
  function View({ drawn, parts }: Props) {
    const { part, children } = drawn
    const inside = children.length > 0 ? renderReact(children, parts) : undefined
    return createElement((part && parts[part]) ?? DefaultPart, { element: drawn }, inside)
  },
  (one, other) => one.parts === other.parts && isSameDrawing(one.drawn, other.drawn),
)

/** Draws a part without a component of its own: the tag, with the class `rv-` and the part's name. */
export function DefaultPart({ element: { tag, part, attributes, colour }, children }: PartProps): ReactNode {
  return createElement(
    tag,
    {
      ...(part ? { className: `rv-${part}` } : {}),
      ...propsOf(attributes),
      ...(colour ? { style: { backgroundColor: colour } } : {}),
    },
    children,
  )
}

const reactNames: Record<string, string> = {
  tabindex: 'tabIndex',
  referrerpolicy: 'referrerPolicy',
  checked: 'defaultChecked',
}

function propsOf(attributes: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [reactNames[name] ?? name, value]))
}

/** Compares by content: drawings of growing text are new objects even where they look the same. */
function isSameDrawing(one: DrawnNode, other: DrawnNode): boolean {
  if (one === other) return true
  if (typeof one === 'string' || typeof other === 'string') return false
  return (
    one.tag === other.tag &&
    one.part === other.part &&
    one.source === other.source &&
    one.colour === other.colour &&
    one.children.length === other.children.length &&
    hasSameAttributes(one.attributes, other.attributes) &&
    one.children.every((child, i) => isSameDrawing(child, other.children[i] ?? ''))
  )
}

function hasSameAttributes(one: object, other: object): boolean {
  const entries = Object.entries(one)
  const others = new Map<string, unknown>(Object.entries(other))
  return entries.length === others.size && entries.every(([name, value]) => others.get(name) === value)
}
