import { memo } from 'react'
import type { JournalEntry } from 'rivulet/journal'
import { factsOf } from '#inspect/filter/facts.ts'
import { type Group, streamOf } from '#inspect/journal/groups.ts'
import { isEntry, type EntryItem, type Item, type MarkItem } from '#inspect/journal/item.ts'
import { plural, t } from '#words/t.ts'
import { actWords, summaryOf } from './describeEntry.ts'
import { KindIcon } from './KindIcon.tsx'
import { Name } from './Name.tsx'
import { Outcome } from './Outcome.tsx'
import { formatMoment, formatTook } from './times.ts'
import styles from './EntryList.module.css'

type Props = {
  id: string
  item: Item
  index: number
  isSelected: boolean
  group: Group | undefined
  /** The group's, so that the row is drawn again when it changes. */
  version: number | undefined
  /** Whether the row stands for its whole group. */
  isGroup: boolean
  onSelect: (n: number) => void
}

/** One row of the list. */
export const EntryRow = memo(function EntryRow({ id, item, index, isSelected, group, isGroup, onSelect }: Props) {
  if (!isEntry(item)) return <MarkRow id={id} item={item} index={index} />
  const { entry } = item
  const facts = factsOf(entry)
  const shown = isGroup && group ? group : undefined
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys act on the grid, which has the focus
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={-1}
      className={styles['row']}
      data-kind={entry.kind}
      data-seq={entry.seq}
      data-error={facts.error === undefined ? undefined : ''}
      onClick={() => onSelect(item.n)}
    >
      <span role="gridcell" className={styles['time']}>
        {formatMoment(entry.at)}
      </span>
      <span role="gridcell" className={styles['kind']}>
        <KindIcon kind={entry.kind} />
      </span>
      <span role="gridcell" className={styles['what']}>
        <What entry={entry} />
      </span>
      <span role="gridcell" className={styles['who']}>
        <Who entry={entry} />
      </span>
      <span role="gridcell" className={styles['where']}>
        {facts.channel !== undefined && <Name team={facts.team} id={facts.channel} />}
      </span>
      <bdi role="gridcell" className={styles['summary']}>
        <span className={styles['by']}>
          <Who entry={entry} />{' '}
        </span>
        {shown && streamOf(entry) ? appendWords(shown) : summaryOf(entry)}
      </bdi>
      <span role="gridcell" className={styles['outcome']}>
        <Outcome entry={entry} group={shown} />
      </span>
      <span role="gridcell" className={styles['took']}>
        {formatTook(tookOf(item, shown))}
      </span>
    </div>
  )
})

function appendWords({ count, first }: Group): string {
  const start = summaryOf(first.entry)
  const appends = count === 0 ? '' : plural(count, '{count} append', '{count} appends')
  return [appends, start].filter(Boolean).join(' · ')
}

/** Of a stream, from its start to its last call; of an event, until it was acknowledged. */
function tookOf({ entry }: EntryItem, group: Group | undefined): number | undefined {
  if (group && group.first !== group.last) return group.last.entry.at - group.first.entry.at
  return 'took_ms' in entry ? entry.took_ms : undefined
}

function What({ entry }: { entry: JournalEntry }) {
  if (entry.kind === 'act') return <b>{actWords(entry.act)}</b>
  return <code>{factsOf(entry).what}</code>
}

/** Who did it; for what goes to an app, from whom to whom. */
function Who({ entry }: { entry: JournalEntry }) {
  const { team, app, user } = factsOf(entry)
  if (entry.kind === 'call') {
    const caller = app ?? user
    return caller === undefined ? (
      <span className={styles['none']}>{t('nobody')}</span>
    ) : (
      <Name team={team} id={caller} />
    )
  }
  if (entry.kind === 'act') return <Name team={team} id={entry.user} />
  return (
    <>
      <span aria-label={t('to')}>→</span> <Name team={team} id={entry.app} />
    </>
  )
}

const markWords: Record<MarkItem['mark'], string> = {
  restarted: t('The server has started anew. What is above is not known to it any more.'),
  reset: t('The workspace was reset. What is above is not known to the server any more.'),
  missed: t('Some entries had left the journal before this page could read them.'),
}

function MarkRow({ id, item, index }: { id: string; item: MarkItem; index: number }) {
  return (
    <div id={id} role="row" aria-rowindex={index + 2} className={styles['mark']}>
      <span role="gridcell">{markWords[item.mark]}</span>
    </div>
  )
}
