import type { Import } from './imports.ts'

/** Finds import cycles, type imports included, and returns the shortest cycle of each group. */
export function findCycles(imports: Pick<Import, 'from' | 'to'>[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (to !== undefined) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  return findComponents(next).map((component) => findShortestCycle(next, new Set(component)))
}

/** Finds groups of files that import each other (Tarjan's strongly connected components), except single files. */
export function findComponents(next: Map<string, Set<string>>): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const components: string[][] = []
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return components

  function visit(file: string): number {
    let low = order.size
    order.set(file, low)
    stack.push(file)
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? low)
    }
    if (low === order.get(file)) {
      const component = stack.splice(stack.indexOf(file))
      if (component.length > 1 || next.get(file)?.has(file)) components.push(component)
    }
    return low
  }
}

function findShortestCycle(next: Map<string, Set<string>>, component: Set<string>): string[] {
  const cycles = [...component].map((start) => findWayBack(next, component, start))
  return cycles.reduce((a, b) => (b.length < a.length ? b : a))
}

function findWayBack(next: Map<string, Set<string>>, component: Set<string>, start: string): string[] {
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const to of next.get(way.at(-1) ?? start) ?? []) {
      if (to === start) return [...way, start]
      if (!component.has(to) || seen.has(to)) continue
      seen.add(to)
      ways.push([...way, to])
    }
  }
  return [...component]
}
