import type { Import } from './imports.ts'

/** Finds circular imports, type imports included, and returns the shortest circle of each group. */
export function findCircles(imports: Pick<Import, 'from' | 'to'>[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (to !== undefined) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  return findKnots(next).map((knot) => findShortestCircle(next, new Set(knot)))
}

/** Finds groups of files that import each other (Tarjan's strongly connected components), except single files. */
export function findKnots(next: Map<string, Set<string>>): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const knots: string[][] = []
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return knots

  function visit(file: string): number {
    let low = order.size
    order.set(file, low)
    stack.push(file)
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? low)
    }
    if (low === order.get(file)) {
      const knot = stack.splice(stack.indexOf(file))
      if (knot.length > 1 || next.get(file)?.has(file)) knots.push(knot)
    }
    return low
  }
}

function findShortestCircle(next: Map<string, Set<string>>, knot: Set<string>): string[] {
  const circles = [...knot].map((start) => findWayBack(next, knot, start))
  return circles.reduce((a, b) => (b.length < a.length ? b : a))
}

function findWayBack(next: Map<string, Set<string>>, knot: Set<string>, start: string): string[] {
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const to of next.get(way.at(-1) ?? start) ?? []) {
      if (to === start) return [...way, start]
      if (!knot.has(to) || seen.has(to)) continue
      seen.add(to)
      ways.push([...way, to])
    }
  }
  return [...knot]
}
