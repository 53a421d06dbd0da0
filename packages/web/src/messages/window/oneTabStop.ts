/** What Tab stops at. A tabindex below zero takes an element out. */
const stops =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [contenteditable="true"], [tabindex]'

/**
 * [WEB-22] Makes a list of messages one stop for Tab, however many links and buttons are in it. Tab comes to the message that
 * had the focus last, else to the one with `tabindex="0"`, and leaves the list from there. Within a message it goes through
 * what is in it, and then leaves. `start` and `end` are elements before and after the list that can have the focus: the
 * browser goes on from there. Returns how to undo it.
 */
export function keepOneTabStop(list: HTMLElement, start: HTMLElement, end: HTMLElement): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let isTab = false
  let last: Element | null = null

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, shiftKey } = event
    if (!isPlainTab(event) || event.defaultPrevented || !(target instanceof HTMLElement)) return
    if (target.closest('dialog, [role="dialog"], [role="menu"], [popover]')) return
    const message = target.closest('article')
    const next = message && message !== target ? stopBeside(message, target, shiftKey) : undefined
    if (!next) return (shiftKey ? start : end).focus({ preventScroll: true })
    event.preventDefault()
    next.focus()
  }
  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    const message = target instanceof Element ? target.closest<HTMLElement>('article') : null
    const comes = isTab && !(relatedTarget instanceof Node && list.contains(relatedTarget))
    if (!comes) last = message ?? last
    else if (message) {
      const known = last instanceof HTMLElement && list.contains(last) ? last : undefined
      ;(known ?? list.querySelector<HTMLElement>('article[tabindex="0"]') ?? message).focus()
    }
  }
  list.addEventListener('keydown', onKeyDown, { signal })
  list.addEventListener('focusin', onFocusIn, { signal })
  document.addEventListener('keydown', (event) => (isTab = isPlainTab(event)), { signal, capture: true })
  document.addEventListener('pointerdown', () => (isTab = false), { signal, capture: true })
  return () => ended.abort()
}

function stopBeside(message: HTMLElement, from: Element, isBefore: boolean): HTMLElement | undefined {
  const isPast = (stop: Element) => {
    const { DOCUMENT_POSITION_PRECEDING: before, DOCUMENT_POSITION_FOLLOWING: after } = Node
    return (from.compareDocumentPosition(stop) & (isBefore ? before : after)) !== 0
  }
  const all = stopsIn(message)
  return isBefore ? (all.findLast(isPast) ?? message) : all.find(isPast)
}

/** The elements of a message that Tab goes through, in their order. */
export function stopsIn(message: Element): HTMLElement[] {
  const visible = { visibilityProperty: true, contentVisibilityAuto: true }
  return [...message.querySelectorAll<HTMLElement>(stops)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(visible),
  )
}

function isPlainTab({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Tab' && !ctrlKey && !altKey && !metaKey
}
