import { useEffect, useId, useLayoutEffect, useState, type ReactNode } from 'react'
import { CloseButton } from '#ui/IconButton.tsx'
import styles from './TitledDialog.module.css'

type Props = {
  title: ReactNode
  /** What it shows now. When that changes, the focus goes to what is marked with `data-first`, or to the dialog itself. */
  shown?: string
  /** What it was about is gone: it closes. */
  isOver?: boolean
  wide?: boolean
  onClose: () => void
  children: (close: () => void) => ReactNode
}

/** A dialog with a title. The browser keeps the focus inside, and returns it when the dialog closes. */
export function TitledDialog({ title, shown, isOver = false, wide = false, onClose, children }: Props) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const titleId = useId()
  const close = () => dialog?.close()
  // What was opened while it closed is shown in it: the browser says a moment later that it has closed.
  useLayoutEffect(() => {
    if (dialog && !dialog.open) dialog.showModal()
  }, [dialog, shown])
  // By itself the browser would choose the button that closes it.
  useEffect(() => (dialog?.querySelector<HTMLElement>('[data-first]') ?? dialog)?.focus(), [dialog, shown])
  useEffect(() => {
    if (isOver) dialog?.close()
  }, [dialog, isOver])
  return (
    <dialog
      ref={setDialog}
      tabIndex={-1}
      className={styles['dialog']}
      data-wide={wide || undefined}
      aria-labelledby={titleId}
      onClose={() => !dialog?.open && onClose()}
      onClick={(event) => event.target === dialog && close()}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']} id={titleId}>
          {title}
        </h2>
        <CloseButton onClick={close} />
      </div>
      {children(close)}
    </dialog>
  )
}
