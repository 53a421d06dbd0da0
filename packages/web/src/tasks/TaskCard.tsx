import type { PlanTask } from '@rivulet/blocks/types'
import { useContext, useId, useState } from 'react'
import { ChevronIcon } from '#ui/icons.tsx'
import { PlainText } from '#blocks/ElementText.tsx'
import { StreamingContext } from '#blocks/viewer.ts'
import { RichText } from '#blocks/RichText.tsx'
import { t } from '#words/t.ts'
import { TaskSources } from './TaskSources.tsx'
import { TaskStatusIcon } from './TaskStatusIcon.tsx'
import styles from './Tasks.module.css'

/** One task of an agent: a row that expands. The output of a failed task is always visible. */
export function TaskCard({ task }: { task: PlanTask }) {
  const live = useContext(StreamingContext)
  const [open, setOpen] = useState(false)
  const id = useId()
  const status = task.status ?? 'pending'
  const failed = status === 'error' && task.output !== undefined
  const canExpand = Boolean(task.details || task.output || task.sources?.length)
  const title = (
    <>
      <TaskStatusIcon status={status} live={live} />
      <span className={styles['title']}>
        <PlainText text={task.title || t('Working')} />
      </span>
    </>
  )
  return (
    <div className={styles['task']} data-testid="task" data-status={status}>
      {canExpand ? (
        <button
          type="button"
          className={styles['row']}
          aria-expanded={open}
          aria-controls={id}
          data-tip={task.title}
          onClick={() => setOpen(!open)}
        >
          {title}
          <ChevronIcon size={14} className={styles['chevron']} />
        </button>
      ) : (
        <div className={styles['row']} data-tip={task.title}>
          {title}
        </div>
      )}
      {canExpand && (open || failed) && (
        <div className={styles['more']} id={id}>
          {open && task.details && <RichText text={task.details} />}
          {task.output && (
            <div className={styles['output']} data-failed={status === 'error' || undefined}>
              <RichText text={task.output} />
            </div>
          )}
          {open && task.sources && <TaskSources sources={task.sources} />}
        </div>
      )}
    </div>
  )
}
