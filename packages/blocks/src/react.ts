import { type ComponentType, createElement, memo, type ReactNode } from 'react'
import type { Drawn, DrawnElement, Part } from '#draw/tree'

export type PartProps = { element: DrawnElement; children?: ReactNode }

/** What draws some parts in its own way: the part's element, and its children as they would be drawn. */
export type Parts = Partial<Record<Part, ComponentType<PartProps>>>

/** A drawing as React elements. Nothing is drawn again that looks as it did; `parts` has to stay the same object. */
export function reactOf(drawn: readonly Drawn[], parts: Parts = {}): ReactNode[] {
  return drawn.map((one, key) => (typeof one === 'string' ? one : createElement(View, { key, drawn: one, parts })))
}

type Props = { drawn: DrawnElement; parts: Parts }

const View = memo(
  function View({ drawn, parts }: Props) {
    const { part, children } = drawn
    const inside = children.length > 0 ? reactOf(children, parts) : undefined
    return createElement((part && parts[part]) ?? Plain, { element: drawn }, inside)
  },
  (one, other) => one.parts === other.parts && looksSame(one.drawn, other.drawn),
)

/** A part as it is drawn where nobody has a way of their own. */
export function Plain({ element: { tag, part, attributes, colour }, children }: PartProps): ReactNode {
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

/** Growing text is cut anew each time: what was said before looks the same, though it is another object. */
function looksSame(one: Drawn, other: Drawn): boolean {
  if (one === other) return true
  if (typeof one === 'string' || typeof other === 'string') return false
  return (
    one.tag === other.tag &&
    one.part === other.part &&
    one.of === other.of &&
    one.colour === other.colour &&
    one.children.length === other.children.length &&
    sameAttributes(one.attributes, other.attributes) &&
    one.children.every((child, i) => looksSame(child, other.children[i] ?? ''))
  )
}

function sameAttributes(one: object, other: object): boolean {
  const entries = Object.entries(one)
  const others = new Map<string, unknown>(Object.entries(other))
  return entries.length === others.size && entries.every(([name, value]) => others.get(name) === value)
}
