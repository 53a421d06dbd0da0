import styles from './Dialogs.module.css'

/** Why something was not done. It is always there, so that it is read out when it comes. */
export function Problem({ id, text }: { id?: string; text: string | undefined }) {
  return (
    <p className={styles['problem']} id={id} role="status">
      {text}
    </p>
  )
}
