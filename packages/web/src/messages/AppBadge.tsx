import styles from './Message.module.css'

/** Always there where an app speaks. `drawn`: where the name beside it is all that is to be said aloud. */
export function AppBadge({ drawn = false }: { drawn?: boolean }) {
  return drawn ? <span className={styles['badge']} data-drawn="App" /> : <span className={styles['badge']}>App</span>
}
