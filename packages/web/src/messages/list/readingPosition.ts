/** What is at the top of the view, the innermost element first, and how far below the start of the content each of them is. */
export type ReadingPosition = readonly { element: Element; at: number }[]

/** What a person reads now: the first row of the list that can be seen, and what of it can be seen first. */
export function findReadingPosition(box: Element): ReadingPosition {
  const { top } = box.getBoundingClientRect()
  const elements: Element[] = []
  let element = firstRowBelow(box.querySelector(':scope > * > ol'), top)
  while (element) {
    elements.unshift(element)
    if (element.getBoundingClientRect().top >= top) break
    element = [...element.children].find((child) => child.getBoundingClientRect().bottom > top)
  }
  return measurePosition(box, elements)
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

/** Rows are below each other, so a few of thousands are looked at. */
function firstRowBelow(list: Element | null, top: number): Element | undefined {
  if (!list) return undefined
  const { children } = list
  let [from, to] = [0, children.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) > top) to = middle
    else from = middle + 1
  }
  return children[from]
}
