import { useEffect, useLayoutEffect, useRef } from 'react'
import { Spoken } from '#app/Spoken.tsx'
import { forgetValues } from '#controls/surface.ts'
import { closeModal } from '#store/modals.ts'
import type { Modals } from '#store/workspace.ts'
import { ModalView } from './ModalView.tsx'
import styles from './Modal.module.css'

/**
 * A pile of views in one dialog. The browser keeps the focus in it and gives it back at the end; those below the top
 * one stay as they are, out of sight, so that going back finds them so.
 */
export function OpenModal({ pile: { id, views } }: { pile: Modals }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef(new Map<string, HTMLElement>())
  const top = views.at(-1)?.id ?? ''
  useLayoutEffect(() => {
    const box = dialog.current
    if (!box?.open) box?.showModal()
    const here = box?.querySelector<HTMLElement>(`[data-view="${CSS.escape(top)}"]`)
    if (!here) return
    const before = focused.current.get(top)
    if (before?.isConnected) before.focus()
    else firstStop(here)?.focus()
  }, [top])
  useLayoutEffect(() => {
    const box = dialog.current
    // While it still stands on the page: the browser then knows where the focus was.
    return () => {
      box?.close()
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-region="main"]')?.focus()
    }
  }, [])
  useForgetting(views.map((view) => view.id))
  return (
    <dialog
      ref={dialog}
      className={styles['modal']}
      aria-labelledby={`title-${top}`}
      data-testid="modal"
      onFocus={({ target }) => target.closest(`[data-view="${CSS.escape(top)}"]`) && focused.current.set(top, target)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        closeModal(id, false)
      }}
      // A phone's own way back.
      onCancel={(event) => {
        event.preventDefault()
        closeModal(id, false)
      }}
      onClose={() => closeModal(id, true)}
    >
      {views.map((view, i) => (
        <ModalView key={view.id} view={view} pile={id} depth={i} top={view.id === top} />
      ))}
      <Spoken />
    </dialog>
  )
}

/** The field that the app wants first, else the first one, else the title. */
function firstStop(view: HTMLElement): HTMLElement | null {
  const stops = 'input, textarea, button, a'
  const asked = view.querySelector('[data-focus]')
  // A keyboard that rises at once would cover half of a phone.
  const typing = !matchMedia('(pointer: coarse)').matches
  const body = view.querySelector('[data-body]')
  const first =
    asked?.querySelector<HTMLElement>(stops) ?? (typing ? body?.querySelector<HTMLElement>(stops) : undefined)
  return first ?? view.querySelector<HTMLElement>('h2')
}

/** What was put into a view goes with it. */
function useForgetting(ids: readonly string[]) {
  const known = useRef<readonly string[]>([])
  const now = ids.join(' ')
  useEffect(() => {
    const left = now.split(' ')
    for (const id of known.current) if (!left.includes(id)) forgetValues(id)
    known.current = left
  }, [now])
  useEffect(
    () => () => {
      for (const id of known.current) forgetValues(id)
    },
    [],
  )
}
