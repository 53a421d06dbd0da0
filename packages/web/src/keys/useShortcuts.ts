import { useEffect } from 'react'
import { lazyCode } from '#ui/lazy/lazyCode.ts'
import type * as Actions from './actions.ts'
import { isPressed, shortcutsOf } from './shortcuts.ts'

const actions = lazyCode(async () => (await import('#soon.ts')).actions)
const global = shortcutsOf('go', 'open')
const ofMessages = shortcutsOf('message')
/** The days between messages are stops of the same list. */
const moves = ['nextMessage', 'previousMessage'] as const
/** These open above a dialog. */
const overDialogs = new Set<string>(['switcher', 'search', 'shortcuts'])

/** Listens for the keys that no field handles itself. The code of what they do comes later. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function press(event: KeyboardEvent): void {
  const { target } = event
  if (event.defaultPrevented || event.isComposing || !(target instanceof HTMLElement)) return
  const inList = target.tagName === 'ARTICLE' ? ofMessages : target.matches('[data-day]') ? moves : []
  const message = inList.find((id) => isPressed(event, id))
  const anywhere = global.filter((id) => isPressed(event, id))
  const id = message ?? anywhere[0]
  if (!id || (writes(event) && isField(target))) return
  if (document.querySelector('dialog[open]') && !overDialogs.has(id)) return
  if (event.key !== 'Escape') event.preventDefault()
  const run = ({ act, actOnMessage }: typeof Actions) => {
    if (message) actOnMessage[message](target)
    else anywhere.find((id) => act[id]() !== false)
  }
  // At once, if it can be: what is typed next may be for what it opens.
  const loaded = actions.get()
  if (loaded) run(loaded)
  else void actions.load().then(run)
}

function writes({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

function isField({ tagName, isContentEditable }: HTMLElement): boolean {
  return isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName)
}
