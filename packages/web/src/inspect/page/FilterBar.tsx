import type { KeyboardEvent, Ref, RefObject } from 'react'
import { useStore } from 'zustand'
import { type Field, valueOf, withValue } from '#inspect/filter/query.ts'
import { CloseIcon, SearchIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { address, setAddress } from './address.ts'
import { FilterMenus } from './FilterMenus.tsx'
import styles from './FilterBar.module.css'

type Props = { ref: Ref<HTMLInputElement>; grid: RefObject<HTMLDivElement | null> }

const kinds = [
  [undefined, t('All')],
  ['call', t('Calls')],
  ['event', t('Events')],
  ['interaction', t('Interactions')],
  ['act', t('People')],
] as const

/** What is shown: a filter that can be typed, and buttons that write into it. */
export function FilterBar({ ref, grid }: Props) {
  const { query, all } = useStore(address)
  const set = (field: Field, value: string | undefined) => setAddress({ query: withValue(query, field, value) })
  const kind = valueOf(query, 'kind')
  const onlyErrors = valueOf(query, 'is') === 'error'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') setAddress({ query: '' })
    else if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'ArrowDown') grid.current?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles['bar']} role="search" aria-label={t('Filter')}>
      <div className={styles['field']}>
        <SearchIcon className={styles['icon']} />
        <input
          ref={ref}
          aria-label={t('Filter the journal')}
          aria-keyshortcuts="/"
          placeholder={t('Any text, or method:chat.* person:ana')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setAddress({ query: event.target.value })}
          onKeyDown={onKeyDown}
        />
        {query === '' ? (
          <kbd aria-hidden="true">/</kbd>
        ) : (
          <button
            type="button"
            aria-label={t('Clear the filter')}
            data-tip=""
            onClick={() => setAddress({ query: '' })}
          >
            <CloseIcon size={14} />
          </button>
        )}
      </div>
      <div className={styles['choices']}>
        <div className={styles['kinds']} role="group" aria-label={t('Kinds')}>
          {kinds.map(([value, label]) => (
            <button key={label} type="button" aria-pressed={kind === value} onClick={() => set('kind', value)}>
              {label}
            </button>
          ))}
        </div>
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={onlyErrors}
          onClick={() => set('is', onlyErrors ? undefined : 'error')}
        >
          {t('Errors')}
        </button>
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={all}
          data-tip={t('Each append of a stream and each acknowledgement in a row of its own')}
          onClick={() => setAddress({ all: !all })}
        >
          {t('Every step')}
        </button>
        <FilterMenus query={query} set={set} />
      </div>
    </div>
  )
}
