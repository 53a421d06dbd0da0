import type { TaskStatus } from '@rivulet/blocks/types'
import { t } from '#words/t.ts'
import styles from './Tasks.module.css'

const labels = {
  pending: t('waiting'),
  in_progress: t('in progress'),
  complete: t('done'),
  error: t('failed'),
  unfinished: t('not finished'),
} as const

/** The icon of a task's status. In a reply that is no longer `live`, an unfinished task stands still and says so. */
export function TaskStatusIcon({ status, live }: { status: TaskStatus; live: boolean }) {
  const look = !live && (status === 'pending' || status === 'in_progress') ? 'unfinished' : status
  return (
    <>
      <svg
        className={styles['icon']}
        data-look={look}
        data-live={live || undefined}
        viewBox="0 0 16 16"
        aria-hidden="true"
      >
        {look === 'in_progress' && <circle className={styles['track']} cx="8" cy="8" r="6" />}
        {look === 'in_progress' && <path className={styles['arc']} d="M8 2a6 6 0 0 1 6 6" />}
        {look === 'pending' && <circle cx="8" cy="8" r="6" />}
        {look === 'unfinished' && <circle cx="8" cy="8" r="6" strokeDasharray="2.2 2.5" />}
        {look === 'complete' && <path className={styles['check']} pathLength="1" d="m3 8.6 3.3 3.4L13 4.6" />}
        {look === 'error' && <path d="m4.25 4.25 7.5 7.5m0-7.5-7.5 7.5" />}
      </svg>
      <span className="visually-hidden">{labels[look]}: </span>
    </>
  )
}
