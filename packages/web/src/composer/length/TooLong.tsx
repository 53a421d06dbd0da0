import styles from './TooLong.module.css'

type Props = { excess: string; onMakeFile: () => void }

/** Says above a composer that its text is too long for a message, and offers to make it a file. */
export function TooLong({ excess, onMakeFile }: Props) {
  return (
    <p className={styles['note']} role="alert">
      <span>
        <b>Too long for a message:</b> {excess}
      </span>
      <button type="button" className={styles['button']} onClick={onMakeFile}>
        Make it a file
      </button>
    </p>
  )
}
