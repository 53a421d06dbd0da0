import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { DetailPane } from '#inspect/detail/DetailPane.tsx'
import { FilteredRows } from '#inspect/filter/filteredRows.ts'
import { createMatcher } from '#inspect/filter/matches.ts'
import { parseQuery } from '#inspect/filter/query.ts'
import { connect } from '#inspect/journal/connect.ts'
import { isEntry } from '#inspect/journal/item.ts'
import { nameOf, names } from '#inspect/journal/names.ts'
import { journal, useJournal } from '#inspect/journal/useJournal.ts'
import { EntryList } from '#inspect/list/EntryList.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { address } from './address.ts'
import { EmptyJournal, NothingFound } from './EmptyJournal.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Header } from './Header.tsx'
import { Help } from './Help.tsx'
import { usePageKeys } from './usePageKeys.ts'
import { ViewerOfJournal } from './ViewerOfJournal.tsx'
import styles from './Inspector.module.css'

/** The page of a development server that shows what flows between apps, the server and people. */
export function Inspector() {
  const { items, connection } = useJournal()
  const [selected, setSelected] = useState<number>()
  const [isHelping, setHelping] = useState(false)
  const grid = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => connect(journal), [])
  const rows = useRows()
  const found = selected === undefined ? undefined : items.find(({ n }) => n === selected)
  const item = found && isEntry(found) ? found : undefined
  const close = () => {
    setSelected(undefined)
    grid.current?.focus()
  }
  usePageKeys({ search, grid, isOpen: item !== undefined, close, help: () => setHelping(true) })
  return (
    <ViewerOfJournal team={item?.entry.team}>
      <div className={styles['page']} data-open={item ? '' : undefined}>
        <Header shown={rows.length} onHelp={() => setHelping(true)} />
        <FilterBar ref={search} grid={grid} />
        <main className={styles['main']}>
          {items.length === 0 && connection !== 'connecting' ? (
            <EmptyJournal />
          ) : rows.length === 0 && items.length > 0 ? (
            <NothingFound />
          ) : (
            <EntryList ref={grid} rows={rows} selected={item?.n} onSelect={setSelected} />
          )}
          {item && <DetailPane key={item.n} item={item} onClose={close} onSelect={setSelected} />}
        </main>
      </div>
      {isHelping && <Help onClose={() => setHelping(false)} />}
      <Tooltip />
    </ViewerOfJournal>
  )
}

/** The rows that the filter lets through. */
function useRows() {
  const store = useJournal()
  const { query: typed, all } = useStore(address)
  const query = useDeferredValue(typed)
  const known = useStore(names)
  const terms = useMemo(() => parseQuery(query), [query])
  // Only conditions on names change with the names that are known.
  const usedNames = terms.some(({ field }) => field === 'app' || field === 'person' || field === 'channel')
    ? known
    : undefined
  const filtered = useMemo(() => {
    const isRough = terms.every(
      ({ field }) => field === 'kind' || field === 'app' || field === 'person' || field === 'channel',
    )
    const matches = createMatcher(terms, usedNames ? nameOf : () => undefined)
    // What is looked for may be in one append of a stream.
    return new FilteredRows({ matches, folds: !all && isRough, isOpen: terms.length === 0 })
  }, [terms, all, usedNames])
  return filtered.update(store)
}
