import styles from './Message.module.css'

export function AppBadge() {
  return <span className={styles['badge']}>App</span>
}
