import type { Select } from '@rivulet/blocks/types'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { ChevronIcon, CloseIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { listChosenItems, type SelectItem, useChoosable } from './selectItems.ts'
import { OptionList } from './OptionList.tsx'
import { fieldProps, labelProps } from '#controls/surface/blockContext.ts'
import { placeholderOf } from '#controls/surface/placeholder.ts'
import { useField, type FieldState } from '#controls/surface/useField.ts'
import { useSelectItems } from './useSelectItems.ts'
import { isMultiple, type ControlValue } from '#controls/surface/controlValue.ts'
import styles from './SelectField.module.css'

/** A combobox to choose from a list; typing filters the list. */
export function SelectField({ element }: { element: Select }) {
  const field = useField(element)
  return field ? <SelectBox element={element} field={field} /> : null
}

function SelectBox({ element, field }: { element: Select; field: FieldState }) {
  const { context, value, setValue, dispatchChange, pending } = field
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const valueWhenOpened = useRef(value)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const chosen = listChosenItems(value, useChoosable())
  const { groups, note } = useSelectItems(element, text, open, field)
  const multiple = isMultiple(element)
  const items = groups.flatMap((group) => group.items)
  const active = Math.min(selected, items.length - 1)
  const maxChosen = element.max_selected_items
  const full = multiple && maxChosen !== undefined && chosen.length >= maxChosen
  const placeholder = placeholderOf(element) ?? (multiple ? t('Choose some') : t('Choose'))
  // Only an optional select can be cleared.
  const clearable = !multiple && chosen.length > 0 && context.required === false

  function openList() {
    if (open) return
    valueWhenOpened.current = value
    setOpen(true)
    const firstChosen = items.findIndex((item) => chosen.some(({ key }) => key === item.key))
    setSelected(Math.max(0, firstChosen))
  }
  function close() {
    setOpen(false)
    setText('')
    // The app receives several choices at once, when the list closes.
    if (multiple && open && value !== valueWhenOpened.current) void dispatchChange(value, valueWhenOpened.current)
  }
  function choose(item: SelectItem | undefined) {
    if (!item) return
    const isChosen = chosen.some(({ key }) => key === item.key)
    if (!multiple) {
      const next = toValue(value, [item])
      setValue(next)
      setOpen(false)
      setText('')
      if (!isChosen) void dispatchChange(next)
      return
    }
    if (!isChosen && full) return
    setValue(toValue(value, isChosen ? chosen.filter(({ key }) => key !== item.key) : [...chosen, item]))
    setText('')
    setSelected(items.indexOf(item))
  }
  function remove(item: SelectItem) {
    const next = toValue(value, multiple ? chosen.filter(({ key }) => key !== item.key) : [])
    setValue(next)
    if (!open) void dispatchChange(next)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? items.length - 1 : 0
    if (step || event.key === 'Enter') {
      event.preventDefault()
      if (!open) openList()
      else if (event.key === 'Enter') choose(items[active])
      else if (items.length > 0) setSelected((active + step) % items.length)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') close()
    else if (event.key === 'Backspace' && text === '' && multiple && chosen.length > 0) remove(chosen.at(-1)!)
  }

  return (
    <div
      ref={box}
      className={styles['box']}
      data-open={open || undefined}
      data-waiting={pending || undefined}
      data-many={multiple || undefined}
      aria-busy={pending || undefined}
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button, input')) return
        event.preventDefault()
        input.current?.focus()
        if (open) close()
        else openList()
      }}
    >
      {multiple && chosen.map((item) => <Chip key={item.key} item={item} onRemove={() => remove(item)} />)}
      <input
        {...fieldProps(context)}
        {...labelProps(context, placeholder)}
        ref={input}
        className={styles['input']}
        role="combobox"
        aria-expanded={open}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={open && items.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={multiple ? (chosen.length === 0 ? placeholder : '') : (open && chosen[0]?.label) || placeholder}
        value={open ? text : multiple ? '' : (chosen[0]?.label ?? '')}
        data-chosen={(!open && chosen.length > 0) || undefined}
        onMouseDown={openList}
        onChange={(event) => {
          openList()
          setText(event.target.value)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {clearable && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t('Clear')}
          data-tip=""
          onClick={() => chosen[0] && remove(chosen[0])}
        >
          <CloseIcon size={12} />
        </button>
      )}
      <ChevronIcon size={14} className={styles['chevron']} />
      {open && (
        <OptionList
          id={id}
          anchor={box}
          groups={groups}
          active={active}
          chosen={chosen}
          multiple={multiple}
          fullNote={full ? t('You can choose at most {maxChosen}.', { maxChosen }) : undefined}
          note={note}
          label={placeholder}
          onSelect={choose}
          onHover={setSelected}
        />
      )}
    </div>
  )
}

function Chip({ item: { label }, onRemove }: { item: SelectItem; onRemove: () => void }) {
  return (
    <span className={styles['chip']}>
      <span className={styles['chipLabel']}>{label}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('Remove {name}', { name: label })}
        data-tip=""
        onClick={onRemove}
      >
        <CloseIcon size={10} />
      </button>
    </span>
  )
}

/** A value of the same kind as `previous` in which the items are chosen. */
function toValue(previous: ControlValue, items: readonly SelectItem[]): ControlValue {
  if (previous.kind === 'ids') return { kind: 'ids', ids: items.map(({ key }) => key) }
  return { kind: 'options', options: items.flatMap(({ option }) => option ?? []) }
}
