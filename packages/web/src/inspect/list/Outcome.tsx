import type { JournalEntry } from 'rivulet/journal'
import { factsOf } from '#inspect/filter/facts.ts'
import type { Group } from '#inspect/journal/groups.ts'
import { CheckIcon } from '#ui/icons.tsx'
import { plural, t } from '#words/t.ts'
import styles from './Outcome.module.css'

type Props = { entry: JournalEntry; group?: Group | undefined }

/** How it went: a refusal by its word, a stream by its state. What simply worked says nothing. */
export function Outcome({ entry, group }: Props) {
  if (entry.kind === 'delivery') return <DeliveryOutcome entry={group?.last.entry ?? entry} count={group?.count ?? 1} />
  if (entry.kind === 'call' && entry.ok && entry.fault !== undefined)
    return (
      <span className={styles['warn']}>
        {entry.fault === 'lost' || entry.fault === 'cut'
          ? t('answer {fault}', { fault: entry.fault })
          : t('then {fault}', { fault: entry.fault })}
      </span>
    )
  const { error } = factsOf(entry)
  if (error !== undefined) return <code className={styles['error']}>{error}</code>
  if (entry.kind !== 'call') return null
  if (group) return <StreamOutcome state={group.state} />
  const { hints } = entry
  if (hints.length === 0) return null
  return <span className={styles['warn']}>{plural(hints.length, '{count} hint', '{count} hints')}</span>
}

function DeliveryOutcome({ entry, count }: { entry: JournalEntry; count: number }) {
  if (entry.kind !== 'delivery') return null
  const again = count > 1 ? ` ×${count}` : ''
  if (entry.outcome === 'acknowledged')
    return (
      <span className={styles['done']} role="img" aria-label={t('acknowledged')}>
        <CheckIcon size={14} />
        {again}
      </span>
    )
  if (entry.outcome === 'sent') return <span className={styles['quiet']}>{t('waits')}</span>
  return (
    <code className={styles['error']}>
      {entry.outcome}
      {again}
    </code>
  )
}

function StreamOutcome({ state }: { state: Group['state'] }) {
  if (state === 'open') return <span className={styles['live']}>{t('streaming')}</span>
  if (state === 'stopped') return <span className={styles['stop']}>{t('stopped by a reader')}</span>
  if (state === 'failed') return <span className={styles['stop']}>{t('interrupted')}</span>
  return (
    <span className={styles['done']} role="img" aria-label={t('ended')}>
      <CheckIcon size={14} />
    </span>
  )
}
