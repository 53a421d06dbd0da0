import type { Select } from '@rivulet/blocks/block'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { ChevronIcon, CloseIcon } from '#app/icons.tsx'
import { chosenItems, type Item, useKnown } from './choosable.ts'
import { Options } from './Options.tsx'
import { fieldProps, nameOf, useField, type FieldInUse } from './scope.ts'
import { useItems } from './useItems.ts'
import { isMulti, type Value } from './value.ts'
import styles from './Select.module.css'

/** A box to choose from a list: what is typed into it narrows the list. */
export function SelectField({ element }: { element: Select }) {
  const field = useField(element)
  return field ? <Box element={element} field={field} /> : null
}

function Box({ element, field }: { element: Select; field: FieldInUse }) {
  const { scope, value, put, tell, waiting } = field
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const before = useRef(value)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const chosen = chosenItems(value, useKnown())
  const { groups, note } = useItems(element, text, open, field)
  const many = isMulti(element)
  const items = groups.flatMap((group) => group.items)
  const active = Math.min(at, items.length - 1)
  const most = element.max_selected_items
  const full = many && most !== undefined && chosen.length >= most
  const placeholder = element.placeholder?.text ?? (many ? 'Choose some' : 'Choose')
  // Nothing may be chosen again where the block does without it.
  const clearable = !many && chosen.length > 0 && scope.required === false

  function show() {
    if (open) return
    before.current = value
    setOpen(true)
    const there = items.findIndex((item) => chosen.some(({ key }) => key === item.key))
    setAt(Math.max(0, there))
  }
  function close() {
    setOpen(false)
    setText('')
    // Of several choices the app is told once they are made.
    if (many && open && value !== before.current) void tell(value, before.current)
  }
  function choose(item: Item | undefined) {
    if (!item) return
    const has = chosen.some(({ key }) => key === item.key)
    if (!many) {
      const next = valueOf(value, [item])
      put(next)
      setOpen(false)
      setText('')
      if (!has) void tell(next)
      return
    }
    if (!has && full) return
    put(valueOf(value, has ? chosen.filter(({ key }) => key !== item.key) : [...chosen, item]))
    setText('')
    setAt(items.indexOf(item))
  }
  function drop(item: Item) {
    const next = valueOf(value, many ? chosen.filter(({ key }) => key !== item.key) : [])
    put(next)
    if (!open) void tell(next)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? items.length - 1 : 0
    if (step || event.key === 'Enter') {
      event.preventDefault()
      if (!open) show()
      else if (event.key === 'Enter') choose(items[active])
      else if (items.length > 0) setAt((active + step) % items.length)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') close()
    else if (event.key === 'Backspace' && text === '' && many && chosen.length > 0) drop(chosen.at(-1)!)
  }

  return (
    <div
      ref={box}
      className={styles['box']}
      data-open={open || undefined}
      data-waiting={waiting || undefined}
      data-many={many || undefined}
      aria-busy={waiting || undefined}
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button, input')) return
        event.preventDefault()
        input.current?.focus()
        if (open) close()
        else show()
      }}
    >
      {many && chosen.map((item) => <Chip key={item.key} item={item} onDrop={() => drop(item)} />)}
      <input
        {...fieldProps(scope)}
        {...nameOf(scope, placeholder)}
        ref={input}
        className={styles['input']}
        role="combobox"
        aria-expanded={open}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={open && items.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={many ? (chosen.length === 0 ? placeholder : '') : (open && chosen[0]?.label) || placeholder}
        value={open ? text : many ? '' : (chosen[0]?.label ?? '')}
        data-chosen={(!open && chosen.length > 0) || undefined}
        onMouseDown={show}
        onChange={(event) => {
          show()
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {clearable && (
        <button
          type="button"
          className={styles['clear']}
          aria-label="Clear"
          onClick={() => chosen[0] && drop(chosen[0])}
        >
          <CloseIcon size={12} />
        </button>
      )}
      <ChevronIcon size={14} className={styles['chevron']} />
      {open && (
        <Options
          id={id}
          anchor={box}
          groups={groups}
          active={active}
          chosen={chosen}
          many={many}
          full={full ? `At most ${most}.` : undefined}
          note={note}
          label={placeholder}
          onPick={choose}
          onPoint={setAt}
        />
      )}
    </div>
  )
}

function Chip({ item: { label }, onDrop }: { item: Item; onDrop: () => void }) {
  return (
    <span className={styles['chip']}>
      <span className={styles['chipWords']}>{label}</span>
      <button type="button" tabIndex={-1} aria-label={`Remove ${label}`} onClick={onDrop}>
        <CloseIcon size={10} />
      </button>
    </span>
  )
}

function valueOf(like: Value, items: readonly Item[]): Value {
  if (like.kind === 'ids') return { kind: 'ids', ids: items.map(({ key }) => key) }
  return { kind: 'options', options: items.flatMap(({ option }) => option ?? []) }
}
