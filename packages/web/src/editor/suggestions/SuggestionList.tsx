import type { ReactNode } from 'react'
import styles from './SuggestionList.module.css'

type Props<Item> = {
  id: string
  label: string
  items: readonly Item[]
  /** The one that Enter takes. */
  active: number
  onSelect: (index: number) => void
  keyOf: (item: Item) => string
  isWide?: boolean
  children: (item: Item) => ReactNode
}

/** What a person may mean, above the composer. The focus stays in the text area. */
export function SuggestionList<Item>({ id, label, items, active, onSelect, keyOf, isWide, children }: Props<Item>) {
  return (
    <ul className={styles['list']} data-wide={isWide ? '' : undefined} id={id} role="listbox" aria-label={label}>
      {items.map((item, i) => (
        <li
          key={keyOf(item)}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          className={styles['option']}
          // Keeps the focus in the text area.
          onMouseDown={(event) => {
            event.preventDefault()
            onSelect(i)
          }}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
