import type { KeyboardEventHandler } from 'react'

type Props = {
  label: string
  placeholder: string
  /** The id of the listbox that it filters; the ids of its options are `<listId>-0`, `<listId>-1` and so on. */
  listId: string
  /** The index of the active option; undefined when the list is empty. */
  active: number | undefined
  text: string
  onText: (text: string) => void
  onKeyDown: KeyboardEventHandler
  className: string | undefined
}

/** A combobox that filters a list. The focus stays in it; the keys move through the options from here. */
export function SearchInput({ label, placeholder, listId, active, text, onText, onKeyDown, className }: Props) {
  return (
    <input
      className={className}
      role="combobox"
      aria-label={label}
      aria-expanded="true"
      aria-controls={listId}
      aria-activedescendant={active === undefined ? undefined : `${listId}-${active}`}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
