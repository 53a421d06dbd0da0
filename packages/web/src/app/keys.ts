import { useEffect } from 'react'
import { closeThread } from '#threads/openThread.ts'
import { openSwitcher } from './switching.ts'

const regions = ['sidebar', 'main', 'composer', 'thread']

/** Keys that work everywhere: F6 from region to region, Ctrl or Cmd+K to jump, Esc to close the thread. */
export function useKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'F6') {
        event.preventDefault()
        nextRegion(event.shiftKey ? -1 : 1)
      }
      if (event.key === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault()
        openSwitcher()
      }
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) closeThread()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function nextRegion(step: number) {
  const shown = regions.filter((name) => regionOf(name)?.checkVisibility())
  const here = shown.findLastIndex((name) => regionOf(name)?.contains(document.activeElement))
  const next = shown[(here + step + shown.length) % shown.length]
  const region = next && regionOf(next)
  if (region) (firstStop(region, next) ?? region).focus()
}

function regionOf(name: string) {
  return document.querySelector<HTMLElement>(`[data-region="${name}"]`)
}

function firstStop(region: HTMLElement, name: string) {
  const wanted = {
    sidebar: 'a[aria-current], a',
    main: 'article[tabindex="0"]',
    composer: 'textarea',
    thread: 'textarea, article[tabindex="0"]',
  }[name]
  return wanted ? region.querySelector<HTMLElement>(wanted) : undefined
}
