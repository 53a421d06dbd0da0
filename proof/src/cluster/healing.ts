/** How soon all nodes have to work again after a fault has ended. Milliseconds. */
export const goalMs = 2000
/** Where a message takes longer than this from node to node without any fault, the machine has too much else to do. Milliseconds. */
const calmGoalMs = 1000
/** Fewer times say nothing about the next ones. */
const fewest = 20

export interface Distribution {
  count: number
  p50: number
  p99: number
  longest: number
  /** How many took longer than the goal. */
  late: number
}

/** How long it took until all nodes worked again, by the kind of fault that ended last. */
export class Healing {
  readonly #measured = new Map<string, number[]>()

  add(kind: string, ms: number): void {
    const known = this.#measured.get(kind)
    if (known) known.push(ms)
    else this.#measured.set(kind, [ms])
  }

  get all(): Distribution {
    return distribute([...this.#measured.values()].flat())
  }

  /**
   * What is wrong: after half of the faults, nodes worked again too late. `calmMs`: how long the same took without faults, at
   * several times. On a machine that had too much else to do, and in a short run, the times say nothing.
   */
  judge(calmMs: readonly number[]): string[] {
    const { count, p50 } = this.all
    if (count < fewest || p50 <= goalMs || calmMs.some((ms) => ms > calmGoalMs)) return []
    return [`all nodes worked again after ${p50} ms (median of ${count}), and have ${goalMs} ms`]
  }

  /** A table in Markdown, a line for each kind. */
  get table(): string[] {
    const kinds = [...this.#measured].toSorted(([one], [other]) => one.localeCompare(other))
    const rows = [
      ...kinds.map(([kind, list]) => [`\`${kind}\``, distribute(list)] as const),
      ['all', this.all] as const,
    ]
    return [
      `| the fault that ended last | measured | p50 | p99 | longest | over ${goalMs / 1000} s |`,
      '| --- | --- | --- | --- | --- | --- |',
      ...rows.map(
        ([kind, { count, p50, p99, longest, late }]) =>
          `| ${[kind, count, `${p50} ms`, `${p99} ms`, `${longest} ms`, late].join(' | ')} |`,
      ),
    ]
  }
}

function distribute(list: readonly number[]): Distribution {
  const sorted = list.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  const late = sorted.filter((ms) => ms > goalMs).length
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: sorted.at(-1) ?? 0, late }
}
