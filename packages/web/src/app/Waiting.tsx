import { Mark } from './Mark.tsx'
import styles from './Waiting.module.css'

/** Before there is anything to show. It stays empty for a moment, so that a quick start does not flicker. */
export function Waiting({ text }: { text?: string | undefined }) {
  return (
    <main className={styles['waiting']} aria-busy="true">
      <Mark size={40} className={styles['mark']} />
      <p role="status">{text}</p>
    </main>
  )
}
