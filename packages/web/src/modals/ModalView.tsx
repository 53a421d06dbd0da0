import type { ViewerView } from 'rivulet/feedProtocol'
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { CloseButton, IconButton } from '#ui/IconButton.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { Blocks } from '#blocks/Blocks.tsx'
import { PlainText } from '#blocks/ElementText.tsx'
import { createInteractionHandlers, collectStateValues } from '#controls/surface/interactionHandlers.ts'
import { validateFields } from '#controls/surface/validateFields.ts'
import { keepFieldValues } from '#controls/surface/fieldValues.ts'
import { SurfaceContext, type Surface } from '#controls/surface/surface.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { sendInteraction, pageId } from '#store/interactions/sendInteraction.ts'
import { closeModal } from '#store/interactions/closeModal.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import pendingButton from '#controls/buttons/PendingButton.module.css'
import { t } from '#words/t.ts'
import styles from './Modal.module.css'

type Props = {
  view: ViewerView
  stackId: string
  /** How many views are below this one. */
  depth: number
  isTop: boolean
}

/** How long the form stays pending after the app accepted it, so that the app can update or close the view. */
const settleMs = 1500

/** One view of a modal: a form with the app's blocks, and buttons to submit or close it. */
export function ModalView({ view, stackId, depth, isTop }: Props) {
  const { id, blocks, title, submit, close = t('Cancel') } = view
  const app = useWorkspace((state) => Object.values(state.users).find((user) => user.app_id === view.app_id))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [formError, setFormError] = useState<string>()
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The form is no longer pending once the app updates this view or pushes another.
  useEffect(() => setPending(false), [view, isTop])
  useEffect(() => keepFieldValues(id, blocks), [id, blocks])
  const surface = useMemo<Surface>(() => {
    const identity = { key: id }
    const handlers = createInteractionHandlers({ view_id: id }, identity, blocks)
    const onEdit = (block = '') => setErrors((all) => (block in all ? without(all, block) : all))
    return { ...identity, ...handlers, errors, onEdit, acceptsFiles: true }
  }, [id, blocks, errors])
  const canSubmit = submit !== undefined || blocks.some((block) => block.type === 'input')

  async function submitForm(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    setFormError(undefined)
    const invalid = validateFields(surface, blocks)
    if (Object.keys(invalid).length > 0) return showErrors(invalid)
    setErrors({})
    setPending(true)
    const state = collectStateValues(surface, blocks)
    const result = await sendInteraction('submit', { view_id: id, page: pageId, state })
    if (result.ok && !result.answer.errors) return void setTimeout(() => setPending(false), settleMs)
    setPending(false)
    if (!result.ok) setFormError(result.detail)
    else showErrors(result.answer.errors ?? {})
  }

  /** Shows errors at their blocks and focuses the first. Errors for blocks without a field are shown in the footer. */
  function showErrors(next: Readonly<Record<string, string>>) {
    setErrors(next)
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
    const first = fields.find((field) => (field.dataset['block'] ?? '') in next)
    first?.scrollIntoView({ block: 'nearest' })
    first?.querySelector<HTMLElement>('input, textarea')?.focus()
    const others = Object.keys(next).filter((block) => !fields.some((field) => field.dataset['block'] === block))
    if (others.length > 0) setFormError(others.map((block) => next[block]).join(' '))
  }

  return (
    <form
      ref={form}
      className={styles['view']}
      data-view={id}
      hidden={!isTop}
      noValidate
      onSubmit={(event) => void submitForm(event)}
    >
      <header className={styles['head']}>
        {depth > 0 ? (
          <IconButton label={t('Back')} onClick={() => closeModal(stackId, false)}>
            <BackIcon />
          </IconButton>
        ) : (
          <span aria-hidden="true">{app && <Avatar id={app.id} label={app.label} app size={24} />}</span>
        )}
        <h2 className={styles['title']} id={`title-${id}`} tabIndex={-1} dir="auto">
          {title === undefined ? app?.label : <PlainText text={title} />}
        </h2>
        <CloseButton onClick={() => closeModal(stackId, true)} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles['body']} data-body="" tabIndex={0} role="group" aria-label={title ?? t('Content')}>
        <SurfaceContext value={surface}>
          <Blocks blocks={blocks} />
        </SurfaceContext>
      </div>
      <footer className={styles['foot']}>
        <p className={styles['error']} role="status">
          {formError}
        </p>
        <button type="button" className="rv-action" onClick={() => closeModal(stackId, false)}>
          <PlainText text={submit === undefined && view.close === undefined ? t('Close') : close} />
        </button>
        {canSubmit && (
          <button
            type="submit"
            className={`rv-action ${pendingButton['button']}`}
            data-style="primary"
            data-waiting={pending || undefined}
            aria-disabled={pending || undefined}
            aria-busy={pending || undefined}
          >
            <span className={pendingButton['content']}>
              <PlainText text={submit ?? t('Submit')} />
            </span>
          </button>
        )}
      </footer>
    </form>
  )
}

function without<T>(all: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _removed, ...others } = all
  return others
}
