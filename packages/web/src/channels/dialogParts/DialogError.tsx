import styles from './DialogError.module.css'

type Props = { id?: string; text: string | undefined; inForm?: boolean }

/** Why something failed. The element is there from the start, so that its text is announced when it appears. */
export function DialogError({ id, text, inForm = false }: Props) {
  return (
    <p className={styles['error']} id={id} role="status" data-in-form={inForm || undefined}>
      {text}
    </p>
  )
}
