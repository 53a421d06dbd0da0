import { useEffect } from 'react'
import { lazyCode } from '#ui/lazy/lazyCode.ts'
import type * as Actions from './actions.ts'
import { isPressed, shortcutsOf } from './shortcuts.ts'

const actions = lazyCode(async () => (await import('#soon.ts')).actions)
const global = shortcutsOf('go', 'open')
const ofMessages = shortcutsOf('message')
/** The days and buttons between messages are places of the same list. */
const moves = ['nextMessage', 'previousMessage'] as const
const leaves = ['leaveMessage'] as const
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
  const inList = keysIn(target)
  const message = inList.find((id) => isPressed(event, id))
  const anywhere = global.filter((id) => isPressed(event, id))
  const id = message ?? anywhere[0]
  if (!id) actions.get()?.startWriting(event, target)
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

/** The keys of a message that has the focus, of what is in it, and of what stands between messages. */
function keysIn(target: HTMLElement): readonly (typeof ofMessages)[number][] {
  if (target.tagName === 'ARTICLE') return ofMessages
  if (!target.matches('a, button')) return []
  if (target.closest('article')) return leaves
  return target.closest('ol[data-messages]') ? moves : []
}

function writes({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

function isField({ tagName, isContentEditable }: HTMLElement): boolean {
  return isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName)
}
