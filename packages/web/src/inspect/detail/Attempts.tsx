import { factsOf } from '#inspect/filter/facts.ts'
import { groupKey } from '#inspect/journal/groups.ts'
import { isEntry, type EntryItem } from '#inspect/journal/item.ts'
import { useJournal } from '#inspect/journal/useJournal.ts'
import { formatMoment, formatTook } from '#inspect/list/times.ts'
import { t } from '#words/t.ts'
import styles from './Attempts.module.css'

/** Each attempt to deliver an event, and what came of it. */
export function Attempts({ of, onSelect }: { of: EntryItem; onSelect: (n: number) => void }) {
  const { items } = useJournal()
  const key = groupKey(of)
  const all = items.filter((item): item is EntryItem => isEntry(item) && groupKey(item) === key)
  return (
    <section aria-label={t('Attempts')}>
      <h3 className={styles['label']}>{t('Attempts')}</h3>
      <ol className={styles['attempts']}>
        {all.map((item) => {
          const { entry } = item
          if (entry.kind !== 'delivery') return null
          const { error } = factsOf(entry)
          return (
            <li key={item.n} data-outcome={error === undefined ? entry.outcome : 'failed'}>
              <button type="button" aria-current={item.n === of.n || undefined} onClick={() => onSelect(item.n)}>
                <span className={styles['number']}>{entry.attempt + 1}</span>
                <span className={styles['outcome']}>{outcomeWords[entry.outcome] ?? <code>{entry.outcome}</code>}</span>
                <span className={styles['time']}>{formatMoment(entry.at)}</span>
                <span className={styles['time']}>{formatTook(entry.took_ms)}</span>
                {entry.status !== undefined && (
                  <span className={styles['time']}>{t('HTTP {status}', { status: entry.status })}</span>
                )}
              </button>
              {entry.detail !== undefined && (
                <p>
                  <bdi>{entry.detail}</bdi>
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const outcomeWords: Readonly<Record<string, string>> = {
  sent: t('sent'),
  acknowledged: t('acknowledged'),
  given_up: t('given up'),
}
