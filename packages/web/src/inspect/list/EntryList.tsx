import { useEffect, useRef, type KeyboardEvent, type Ref } from 'react'
import { isFolded } from '#inspect/journal/groups.ts'
import { isEntry, type Item } from '#inspect/journal/item.ts'
import { journal } from '#inspect/journal/useJournal.ts'
import { ArrowDownIcon } from '#ui/icons.tsx'
import { useMediaQuery } from '#ui/useMediaQuery.ts'
import { t } from '#words/t.ts'
import { EntryRow } from './EntryRow.tsx'
import { useFixedRows } from './useFixedRows.ts'
import styles from './EntryList.module.css'

type Props = {
  ref: Ref<HTMLDivElement>
  rows: readonly Item[]
  selected: number | undefined
  onSelect: (n: number | undefined) => void
}

const headHeight = 32

/** Everything that passed, oldest first. The keys move the selection; only the rows near the view are on the page. */
export function EntryList({ ref, rows, selected, onSelect }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const rowHeight = isNarrow ? 56 : 32
  const { range, isFollowing, follow, show } = useFixedRows(scroller, rows, rowHeight)
  const at = selected === undefined ? -1 : rows.findIndex(({ n }) => n === selected)
  // A row that was chosen from elsewhere comes into view.
  useEffect(() => {
    if (at >= 0) show(at, isNarrow ? 0 : headHeight)
    // oxlint-disable-next-line react/exhaustive-deps -- not when rows before it come or go
  }, [selected])
  const move = (to: number) => {
    const index = Math.min(Math.max(to, 0), rows.length - 1)
    const step = to < (at === -1 ? rows.length : at) ? -1 : 1
    let target = index
    // What happened to the journal itself cannot be opened.
    while (rows[target] && !isEntry(rows[target]!)) target += step
    if (rows[target]) onSelect(rows[target]?.n)
  }
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at === -1 ? rows.length : at
    const targets: Record<string, number> = {
      ArrowUp: from - 1,
      k: from - 1,
      ArrowDown: at === -1 ? rows.length - 1 : at + 1,
      j: at === -1 ? rows.length - 1 : at + 1,
      PageUp: from - page(),
      PageDown: from + page(),
      Home: 0,
      End: rows.length - 1,
    }
    const to = targets[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && at >= 0)
      document.querySelector<HTMLElement>('[data-detail] [role="tab"]')?.focus()
    else return
    event.preventDefault()
    if (event.key === 'End') follow()
  }
  const shown = rows.slice(range.start, range.end)
  return (
    <div className={styles['list']}>
      <div
        ref={(element) => {
          scroller.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        className={styles['scroller']}
        role="grid"
        tabIndex={0}
        aria-label={t('Journal')}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={at >= range.start && at < range.end ? `row-${selected}` : undefined}
        data-testid="journal"
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className={styles['head']}>
          <div role="row" aria-rowindex={1}>
            <span role="columnheader">{t('Time')}</span>
            <span role="columnheader">
              <span className="visually-hidden">{t('Kind')}</span>
            </span>
            <span role="columnheader">{t('What')}</span>
            <span role="columnheader">{t('Who')}</span>
            <span role="columnheader">{t('Where')}</span>
            <span role="columnheader">{t('Says')}</span>
            <span role="columnheader">{t('Outcome')}</span>
            <span role="columnheader">{t('Took')}</span>
          </div>
        </div>
        <div role="rowgroup" className={styles['rows']} style={{ height: rows.length * rowHeight }}>
          <div role="presentation" style={{ transform: `translateY(${range.start * rowHeight}px)` }}>
            {shown.map((item, i) => {
              const group = isEntry(item) ? journal.groups.of(item) : undefined
              return (
                <EntryRow
                  key={item.n}
                  id={`row-${item.n}`}
                  item={item}
                  index={range.start + i}
                  isSelected={item.n === selected}
                  group={group}
                  version={group?.version}
                  isGroup={group !== undefined && isEntry(item) && group.first === item && !isFolded(item, group)}
                  onSelect={onSelect}
                />
              )
            })}
          </div>
        </div>
      </div>
      {!isFollowing && (
        <button type="button" className={styles['newest']} onClick={follow}>
          <ArrowDownIcon size={14} />
          {t('Newest')}
        </button>
      )}
    </div>
  )
}
