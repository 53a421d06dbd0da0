import type { PlanTask } from '@rivulet/blocks/block'
import { useContext, useId, useState } from 'react'
import { ChevronIcon } from '#app/icons.tsx'
import { LiveContext } from '#blocks/viewer.ts'
import { Words } from '#blocks/Words.tsx'
import { Sources } from './Sources.tsx'
import { StatusIcon } from './StatusIcon.tsx'
import styles from './Tasks.module.css'

/** One step of an agent: a line that opens. What went wrong is shown without asking. */
export function TaskCard({ task }: { task: PlanTask }) {
  const live = useContext(LiveContext)
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  const status = task.status ?? 'pending'
  const failed = status === 'error' && task.output !== undefined
  const open = chosen ?? false
  const more = Boolean(task.details || task.output || task.sources?.length)
  const title = (
    <>
      <StatusIcon status={status} live={live} />
      <span className={styles['title']}>{task.title || 'Working'}</span>
    </>
  )
  return (
    <div className={styles['task']} data-testid="task" data-status={status}>
      {more ? (
        <button
          type="button"
          className={styles['row']}
          aria-expanded={open}
          aria-controls={id}
          title={task.title}
          onClick={() => setChosen(!open)}
        >
          {title}
          <ChevronIcon size={14} className={styles['chevron']} />
        </button>
      ) : (
        <div className={styles['row']} title={task.title}>
          {title}
        </div>
      )}
      {more && (open || failed) && (
        <div className={styles['more']} id={id}>
          {open && task.details && <Words text={task.details} />}
          {task.output && (
            <div className={styles['output']} data-failed={status === 'error' || undefined}>
              <Words text={task.output} />
            </div>
          )}
          {open && task.sources && <Sources sources={task.sources} />}
        </div>
      )}
    </div>
  )
}
