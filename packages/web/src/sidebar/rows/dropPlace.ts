/** Where what is dragged would go, and where that is shown: a line between two, or the frame of a group. */
export type DropPlace = {
  section: string | undefined
  /** What it would stand before; behind all others if there is nothing. */
  before: string | undefined
  mark: { top: number; left: number; width: number; height: number }
}
export type Dragged = { kind: 'channel' | 'section'; id: string }

/** [SDB-3] The place for what is dragged over an element of the list. `own` are the sections of the person. */
export function findDropPlace(
  { kind, id }: Dragged,
  over: Element,
  y: number,
  own: readonly string[],
): DropPlace | undefined {
  const group = over.closest<HTMLElement>('[data-group]')
  if (!group) return undefined
  const section = group.dataset['group'] ?? ''
  if (kind === 'section') return placeOfSection(id, group, y, own)
  if (!own.includes(section)) return { section: undefined, before: undefined, mark: frame(group) }
  const rows = [...group.querySelectorAll<HTMLElement>('[data-channel]')]
  // The head stands for the first place, the space below for the last.
  const before = rows.find((row) => y < middle(row))
  const last = rows.at(-1)
  return {
    section,
    before: before?.dataset['channel'],
    mark: before ? line(before, 'top') : last ? line(last, 'bottom') : frame(group),
  }
}

/** Sections stay above the other groups. */
function placeOfSection(id: string, group: HTMLElement, y: number, own: readonly string[]): DropPlace | undefined {
  const groups = own.flatMap(
    (one) => group.parentElement?.querySelector<HTMLElement>(`[data-group="${CSS.escape(one)}"]`) ?? [],
  )
  const before = groups.find((one) => y < middle(one))
  const last = groups.at(-1)
  if (!last) return undefined
  const name = before?.dataset['group']
  return { section: id, before: name, mark: before ? line(before, 'top') : line(last, 'bottom') }
}

function middle(element: Element): number {
  const { top, height } = element.getBoundingClientRect()
  return top + height / 2
}

const thickness = 2

function line(element: Element, edge: 'top' | 'bottom'): DropPlace['mark'] {
  const { left, width, [edge]: y } = element.getBoundingClientRect()
  return { top: y - thickness / 2, left, width, height: thickness }
}

function frame(element: Element): DropPlace['mark'] {
  const { top, left, width, height } = element.getBoundingClientRect()
  return { top, left, width, height }
}
