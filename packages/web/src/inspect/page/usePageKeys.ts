import { useEffect, type RefObject } from 'react'

interface Targets {
  search: RefObject<HTMLInputElement | null>
  grid: RefObject<HTMLDivElement | null>
  isOpen: boolean
  close: () => void
  help: () => void
}

/** The keys that act on the whole page: `/` to the filter, `?` for help, Escape closes. */
export function usePageKeys({ search, grid, isOpen, close, help }: Targets): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open], [role="menu"]')) return
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input:not([type="range"]), textarea')
      if (event.key === 'Escape' && !isTyping && isOpen) close()
      else if (isTyping) return
      else if (event.key === '/') search.current?.focus()
      else if (event.key === '?') help()
      else if (/^(Arrow(Up|Down)|Home|End|Page(Up|Down)|j|k)$/.test(event.key) && event.target === document.body)
        grid.current?.focus()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
