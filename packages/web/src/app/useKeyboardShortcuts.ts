import { useEffect } from 'react'
import { closeThread } from '#threads/openThread.ts'
import { markUnread } from '#store/client/markUnread.ts'
import { route } from '#routing/route.ts'
import { openSearch } from '#search/searchState.ts'
import { openSwitcher } from '#switcher/switcherState.ts'

const regions = ['sidebar', 'main', 'composer', 'thread']

/**
 * Keys that work everywhere: F6 moves between regions, Ctrl or Cmd+K opens the switcher, Ctrl or
 * Cmd+Shift+F the search, Esc closes the thread, U marks the message that has the focus as unread.
 */
export function useKeyboardShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'F6') {
        event.preventDefault()
        focusNextRegion(event.shiftKey ? -1 : 1)
      }
      if (event.key === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault()
        openSwitcher()
      }
      if (event.key.toLowerCase() === 'f' && (event.metaKey || event.ctrlKey) && event.shiftKey && !event.altKey) {
        event.preventDefault()
        openSearch()
      }
      if (event.key === 'u' && !event.metaKey && !event.ctrlKey && !event.altKey) markFocusedUnread(event)
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) closeThread()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** [REA-5] A single letter is a key only while a message has the focus. */
function markFocusedUnread(event: KeyboardEvent) {
  const { channel } = route.getState()
  const ts = event.target instanceof HTMLElement && event.target.tagName === 'ARTICLE' && event.target.dataset['ts']
  if (!channel || !ts) return
  event.preventDefault()
  void markUnread(channel, ts)
}

function focusNextRegion(step: number) {
  const visible = regions.filter((name) => findRegion(name)?.checkVisibility())
  const current = visible.findLastIndex((name) => findRegion(name)?.contains(document.activeElement))
  const next = visible[(current + step + visible.length) % visible.length]
  const region = next && findRegion(next)
  if (region) (findFirstFocusable(region, next) ?? region).focus()
}

function findRegion(name: string) {
  return document.querySelector<HTMLElement>(`[data-region="${name}"]`)
}

function findFirstFocusable(region: HTMLElement, name: string) {
  const selector = {
    sidebar: 'a[aria-current], a',
    main: 'article[tabindex="0"]',
    composer: '[data-composing]',
    thread: '[data-composing], article[tabindex="0"]',
  }[name]
  return selector ? region.querySelector<HTMLElement>(selector) : undefined
}
