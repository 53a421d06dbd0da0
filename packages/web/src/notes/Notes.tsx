import { ReminderNotes } from '#later/ReminderNotes.tsx'
import { PlaceNotes } from './PlaceNotes.tsx'
import styles from './Notes.module.css'

/** What the person is told wherever they are on the page. */
export function Notes() {
  return (
    <div className={styles['notes']}>
      <ReminderNotes />
      <PlaceNotes />
    </div>
  )
}
