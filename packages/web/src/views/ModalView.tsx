import type { ViewerView } from 'rivulet/feedProtocol'
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { CloseButton, HeadButton } from '#app/HeadButton.tsx'
import { BackIcon } from '#app/icons.tsx'
import { Blocks } from '#blocks/Blocks.tsx'
import { asking, heldIn } from '#controls/asking.ts'
import { faultsIn } from '#controls/faults.ts'
import { SurfaceContext, type Surface } from '#controls/surface.ts'
import { Avatar } from '#messages/Avatar.tsx'
import { act, page } from '#store/act.ts'
import { closeModal } from '#store/modals.ts'
import { useWorkspace } from '#store/workspace.ts'
import styles from './Modal.module.css'

type Props = { view: ViewerView; pile: string; depth: number; top: boolean }

/** How long the modal waits for what the app makes of it, once it has taken it. */
const settling = 1500

export function ModalView({ view, pile, depth, top }: Props) {
  const { id, blocks, title, submit, close = 'Cancel' } = view
  const app = useWorkspace((state) => Object.values(state.users).find((user) => user.app_id === view.app_id))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [trouble, setTrouble] = useState<string>()
  const [waiting, setWaiting] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // What the app puts in its place, or over it, ends the waiting.
  useEffect(() => setWaiting(false), [view, top])
  const surface = useMemo<Surface>(() => {
    const known = { key: id }
    const onEdit = (block = '') => setErrors((all) => (block in all ? without(all, block) : all))
    return { ...known, ...asking({ view_id: id }, known, blocks), errors, onEdit, takesFiles: true }
  }, [id, blocks, errors])
  const asks = submit !== undefined || blocks.some((block) => block.type === 'input')

  async function send(event: FormEvent) {
    event.preventDefault()
    if (waiting) return
    setTrouble(undefined)
    const faults = faultsIn(surface, blocks)
    if (Object.keys(faults).length > 0) return show(faults)
    setErrors({})
    setWaiting(true)
    const answer = await act('submit', { view_id: id, page, state: heldIn(surface, blocks) })
    if (answer.ok && !answer.answer.errors) return void setTimeout(() => setWaiting(false), settling)
    setWaiting(false)
    if (!answer.ok) setTrouble(answer.detail)
    else show(answer.answer.errors ?? {})
  }

  function show(faults: Readonly<Record<string, string>>) {
    setErrors(faults)
    const places = [...(form.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
    const first = places.find((place) => (place.dataset['block'] ?? '') in faults)
    first?.scrollIntoView({ block: 'nearest' })
    first?.querySelector<HTMLElement>('input, textarea')?.focus()
    const unplaced = Object.keys(faults).filter((block) => !places.some((place) => place.dataset['block'] === block))
    if (unplaced.length > 0) setTrouble(unplaced.map((block) => faults[block]).join(' '))
  }

  return (
    <form
      ref={form}
      className={styles['view']}
      data-view={id}
      hidden={!top}
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <header className={styles['head']}>
        {depth > 0 ? (
          <HeadButton label="Back" onClick={() => closeModal(pile, false)}>
            <BackIcon />
          </HeadButton>
        ) : (
          <span className={styles['sign']} aria-hidden="true">
            {app && <Avatar id={app.id} label={app.label} app size={24} />}
          </span>
        )}
        <h2 className={styles['title']} id={`title-${id}`} tabIndex={-1}>
          {title ?? app?.label}
        </h2>
        <CloseButton onClick={() => closeModal(pile, true)} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles['body']} data-body="" tabIndex={0} role="group" aria-label={title ?? 'Content'}>
        <SurfaceContext value={surface}>
          <Blocks blocks={blocks} />
        </SurfaceContext>
      </div>
      <footer className={styles['foot']}>
        <p className={styles['trouble']} role="status">
          {trouble}
        </p>
        <button type="button" className="rv-action" onClick={() => closeModal(pile, false)}>
          {submit === undefined && view.close === undefined ? 'Close' : close}
        </button>
        {asks && (
          <button
            type="submit"
            className={`rv-action ${styles['submit']}`}
            data-style="primary"
            data-waiting={waiting || undefined}
            aria-disabled={waiting || undefined}
            aria-busy={waiting || undefined}
          >
            <span>{submit ?? 'Submit'}</span>
          </button>
        )}
      </footer>
    </form>
  )
}

function without<T>(all: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _gone, ...left } = all
  return left
}
