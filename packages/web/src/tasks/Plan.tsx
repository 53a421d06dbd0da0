import type { PlanBlock } from '@rivulet/blocks/types'
import { useContext, useId, useState } from 'react'
import { ChevronIcon, CloseIcon } from '#ui/icons.tsx'
import { PlainText } from '#blocks/ElementText.tsx'
import { StreamingContext } from '#blocks/viewer.ts'
import { t } from '#words/t.ts'
import { TaskCard } from './TaskCard.tsx'
import styles from './Tasks.module.css'

/** A plan: its tasks in the order in which they first appeared, with its progress. */
export function Plan({ block }: { block: PlanBlock }) {
  const live = useContext(StreamingContext)
  const [open, setOpen] = useState(true)
  const id = useId()
  const tasks = block.tasks ?? []
  const completed = tasks.filter((task) => task.status === 'complete').length
  const failed = tasks.filter((task) => task.status === 'error').length
  return (
    <section className={styles['plan']} data-testid="plan" data-live={live || undefined}>
      <button
        type="button"
        className={styles['head']}
        aria-expanded={open}
        aria-controls={id}
        data-tip={block.title}
        onClick={() => setOpen(!open)}
      >
        <ChevronIcon size={14} className={styles['chevron']} />
        <span className={styles['title']}>
          <PlainText text={block.title} />
        </span>
        {tasks.length > 0 && (
          <span className={styles['count']}>
            {t('{completed} of {all}', { completed, all: tasks.length })}
            {failed > 0 && <Failed count={failed} />}
          </span>
        )}
      </button>
      {tasks.length > 0 && (
        <div className={styles['progress']} aria-hidden="true">
          <div style={{ width: `${(100 * completed) / tasks.length}%` }} />
          <div className={styles['lost']} style={{ width: `${(100 * failed) / tasks.length}%` }} />
        </div>
      )}
      {open && (
        <div className={styles['tasks']} id={id}>
          {tasks.map((task) => (
            <TaskCard key={task.task_id} task={task} />
          ))}
        </div>
      )}
    </section>
  )
}

function Failed({ count }: { count: number }) {
  return (
    <span className={styles['failed']}>
      <span className="visually-hidden">{t(', {count} failed', { count })}</span>
      <span aria-hidden="true">
        <CloseIcon size={12} />
        {count}
      </span>
    </span>
  )
}
