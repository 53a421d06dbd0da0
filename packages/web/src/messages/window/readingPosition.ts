/** What is at the top of the view, the innermost element first, and how far below the start of the content each of them is. */
export type ReadingPosition = readonly { element: Element; at: number }[]

/** So many messages below the first one that can be seen take its place if that is gone. */
const alsoKnown = 3

/** What a person reads now: the first message of the list that can be seen, and what of it can be seen first. */
export function findReadingPosition(box: Element): ReadingPosition {
  const { top } = box.getBoundingClientRect()
  const rows = messageRowsBelow(box.querySelector(':scope > * > ol'), top)
  const elements: Element[] = []
  // The head of a message goes when an older one of the same author is loaded above it. Its text stays.
  const text = rows[0]?.querySelector('[data-testid="text"]')
  let element = text && text.getBoundingClientRect().top >= top ? text : rows[0]
  while (element) {
    elements.unshift(element)
    if (element.getBoundingClientRect().top >= top) break
    element = [...element.children].find((child) => child.getBoundingClientRect().bottom > top)
  }
  return measurePosition(box, [...elements, ...rows.slice(1)])
}

/** The same elements where they are now. Scrolling does not change that. */
export function measurePosition(box: Element, elements: readonly Element[]): ReadingPosition {
  const start = box.getBoundingClientRect().top - box.scrollTop
  const connected = elements.filter((element) => element.isConnected)
  return connected.map((element) => ({ element, at: element.getBoundingClientRect().top - start }))
}

/** How far what was read has moved in the content, in pixels; 0 if it is gone. */
export function measureShift(before: ReadingPosition, now: ReadingPosition): number {
  const [there] = now
  const known = before.find(({ element }) => element === there?.element)
  return there && known ? there.at - known.at : 0
}

/** Rows are below each other, so a few of many are looked at. Dividers move when older messages are added above. */
function messageRowsBelow(list: Element | null, top: number): Element[] {
  if (!list) return []
  const { children } = list
  let [from, to] = [0, children.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) > top) to = middle
    else from = middle + 1
  }
  const rows: Element[] = []
  for (let row = children[from]; row && rows.length <= alsoKnown; row = row.nextElementSibling ?? undefined)
    if (row.querySelector('article')) rows.push(row)
  return rows
}
