import type { KeyboardEventHandler } from 'react'

type Props = {
  label: string
  placeholder: string
  /** The id of the list that it searches; its options are `<list>-0`, `<list>-1` … */
  list: string
  /** The option that the keys are at; undefined where nothing was found. */
  at: number | undefined
  text: string
  onText: (text: string) => void
  onKeyDown: KeyboardEventHandler
  className: string | undefined
}

/** Where one types what a list is to show. The focus stays in it: the list's options are gone through by keys from here. */
export function SearchBox({ label, placeholder, list, at, text, onText, onKeyDown, className }: Props) {
  return (
    <input
      className={className}
      role="combobox"
      aria-label={label}
      aria-expanded="true"
      aria-controls={list}
      aria-activedescendant={at === undefined ? undefined : `${list}-${at}`}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
