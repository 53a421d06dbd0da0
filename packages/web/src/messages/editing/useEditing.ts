import type { ViewerMessage } from 'rivulet/feedProtocol'
import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { request } from '#store/client/pageClient.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { keptEdit } from './keptEdits.ts'

export type Editing = {
  /** What the person typed, while they change it. */
  typed: string | undefined
  start: () => void
  /** The row of the message, which `startEditing` finds. */
  row: RefCallback<HTMLElement>
  /** Ends it, and gives the focus back to where it was. */
  end: () => void
}

/** [MSG-32] Lets a person change a message of theirs in its place. */
export function useEditing(channel: string, { ts }: ViewerMessage): Editing {
  const [typed, setTyped] = useState(() => keptEdit(channel, ts)?.typed)
  const opener = useRef<Element>(null)

  const start = useCallback(async () => {
    opener.current = document.activeElement
    messageErrors.set(channel, ts, undefined)
    const result = await request({ type: 'typed', channel, ts }, 'typed')
    if (result.ok) setTyped(result.answer.text)
    else messageErrors.set(channel, ts, result.detail)
  }, [channel, ts])

  const row = useCallback(
    (element: HTMLElement | null) => {
      if (element) starters.set(element, () => void start())
      if (element && keptEdit(channel, ts)) opener.current = element
    },
    [start, channel, ts],
  )

  // The buttons of the message are there again only now.
  useLayoutEffect(() => {
    if (typed !== undefined || !(opener.current instanceof HTMLElement)) return
    opener.current.focus()
    opener.current = null
  }, [typed])

  return { typed, start: () => void start(), row, end: () => setTyped(undefined) }
}

const starters = new WeakMap<Element, () => void>()

/** Edits the message of this row, if it is the person's own. */
export function startEditing(row: HTMLElement): void {
  if (row.dataset['own']) starters.get(row)?.()
}

/**
 * Edits the last message of the person in the list above a composer. Returns false if there is none on the page. While the last one
 * is still being sent, nothing is edited: an older one is not what they mean.
 */
export function editLastOwnMessage(composer: Element): boolean {
  const list = composer.closest('[data-region="thread"]') ?? document.querySelector('[data-region="main"]')
  if (list?.querySelector('ol[data-ends] [data-outgoing]')) return true
  const last = [...(list?.querySelectorAll<HTMLElement>('ol[data-ends] article[data-own]') ?? [])].at(-1)
  if (last) startEditing(last)
  return last !== undefined
}
