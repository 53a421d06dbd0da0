import { useEffect, useLayoutEffect, useRef } from 'react'
import { LiveRegion } from '#announcer/LiveRegion.tsx'
import { deleteFieldValues } from '#controls/surface/fieldValues.ts'
import { closeModal } from '#store/interactions/closeModal.ts'
import type { ViewStack } from '#store/workspace/workspace.ts'
import { ModalView } from './ModalView.tsx'
import styles from './Modal.module.css'

/**
 * A view stack in one dialog. The browser keeps the focus in the dialog and restores it at the end. The views below the
 * top one stay mounted but hidden, so that they are unchanged when the person goes back.
 */
export function Modal({ stack: { id, views } }: { stack: ViewStack }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const lastFocused = useRef(new Map<string, HTMLElement>())
  const top = views.at(-1)?.id ?? ''
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    const view = element?.querySelector<HTMLElement>(`[data-view="${CSS.escape(top)}"]`)
    if (!view) return
    const previous = lastFocused.current.get(top)
    if (previous?.isConnected) previous.focus()
    else findFirstFocusable(view)?.focus()
  }, [top])
  useLayoutEffect(() => {
    const element = dialog.current
    // Closes the dialog while it is still in the document, so that the browser restores the focus.
    return () => {
      element?.close()
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-region="main"]')?.focus()
    }
  }, [])
  useDeleteClosedViewValues(views.map((view) => view.id))
  return (
    <dialog
      ref={dialog}
      className={styles['modal']}
      aria-labelledby={`title-${top}`}
      data-testid="modal"
      onFocus={({ target }) =>
        target.closest(`[data-view="${CSS.escape(top)}"]`) && lastFocused.current.set(top, target)
      }
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        closeModal(id, false)
      }}
      // The Back gesture of a phone cancels the dialog.
      onCancel={(event) => {
        event.preventDefault()
        closeModal(id, false)
      }}
      onClose={() => closeModal(id, true)}
    >
      {views.map((view, i) => (
        <ModalView key={view.id} view={view} stackId={id} depth={i} isTop={view.id === top} />
      ))}
      <LiveRegion />
    </dialog>
  )
}

/** The field with `focus_on_load`, else the first field, else the title. */
function findFirstFocusable(view: HTMLElement): HTMLElement | null {
  const focusable = 'input, textarea, button, a'
  const requested = view.querySelector('[data-focus]')?.querySelector<HTMLElement>(focusable)
  if (requested) return requested
  // On a phone, focusing a field would open a keyboard over half of the screen.
  const hasKeyboard = !matchMedia('(pointer: coarse)').matches
  const first = hasKeyboard ? view.querySelector('[data-body]')?.querySelector<HTMLElement>(focusable) : undefined
  return first ?? view.querySelector<HTMLElement>('h2')
}

/** Deletes the field values of views that are removed from the stack. */
function useDeleteClosedViewValues(ids: readonly string[]) {
  const previous = useRef<readonly string[]>([])
  const joined = ids.join(' ')
  useEffect(() => {
    const current = joined.split(' ')
    for (const id of previous.current) if (!current.includes(id)) deleteFieldValues(id)
    previous.current = current
  }, [joined])
  useEffect(
    () => () => {
      for (const id of previous.current) deleteFieldValues(id)
    },
    [],
  )
}
