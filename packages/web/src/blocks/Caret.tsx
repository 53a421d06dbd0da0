import styles from './Blocks.module.css'

export function Caret() {
  return <span className={styles['caret']} data-caret="" aria-hidden="true" />
}
