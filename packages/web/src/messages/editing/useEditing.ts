import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useLayoutEffect, useRef, useState } from 'react'
import { request } from '#store/client/pageClient.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'

export type Editing = {
  /** What the person typed, while they change it. */
  typed: string | undefined
  start: () => void
  /** Ends it, and gives the focus back to where it was. */
  end: () => void
}

/** [MSG-32] Lets a person change a message of theirs in its place. */
export function useEditing(channel: string, { ts }: ViewerMessage): Editing {
  const [typed, setTyped] = useState<string>()
  const opener = useRef<Element>(null)

  async function start() {
    opener.current = document.activeElement
    messageErrors.set(channel, ts, undefined)
    const result = await request({ type: 'typed', channel, ts }, 'typed')
    if (result.ok) setTyped(result.answer.text)
    else messageErrors.set(channel, ts, result.detail)
  }

  // The buttons of the message are there again only now.
  useLayoutEffect(() => {
    if (typed !== undefined || !(opener.current instanceof HTMLElement)) return
    opener.current.focus()
    opener.current = null
  }, [typed])

  return { typed, start: () => void start(), end: () => setTyped(undefined) }
}

/** Edits the last message of the person in the list above a composer. Returns false if there is none on the page. */
export function editLastOwnMessage(composer: Element): boolean {
  const list = composer.closest('[data-region="thread"]') ?? document.querySelector('[data-region="main"]')
  const last = [...(list?.querySelectorAll('ol[data-ends] article[data-own]') ?? [])].at(-1)
  last?.dispatchEvent(new KeyboardEvent('keydown', { key: editKey, bubbles: true }))
  return last !== undefined
}

/** Pressed on a message that has the focus, it edits it. */
export const editKey = 'e'
