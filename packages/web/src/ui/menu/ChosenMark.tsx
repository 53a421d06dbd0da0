import { CheckIcon } from '#ui/icons.tsx'
import styles from './ChosenMark.module.css'

/** Stands in the place of an item's icon: a check mark at the one that is chosen, and room at the others. */
export function ChosenMark({ chosen = false }: { chosen?: boolean }) {
  return <span className={styles['mark']}>{chosen && <CheckIcon />}</span>
}
