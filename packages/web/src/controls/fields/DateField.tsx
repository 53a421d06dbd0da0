import type { Picker } from '@rivulet/blocks/types'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { placeholderOf } from '#controls/surface/placeholder.ts'
import { fieldProps, labelProps } from '#controls/surface/blockContext.ts'
import type { ControlValue } from '#controls/surface/controlValue.ts'
import { useField } from '#controls/surface/useField.ts'
import boxStyles from '#controls/fields/text/TextField.module.css'
import { t } from '#words/t.ts'
import styles from './DateField.module.css'

const inputTypes = { datepicker: 'date', timepicker: 'time', datetimepicker: 'datetime-local' } as const
const labels = { datepicker: t('Date'), timepicker: t('Time'), datetimepicker: t('Date and time') }
/** How long a person who types a date may pause between two keys. */
const typingPauseMs = 1500

/** A date, a time, or both. It uses the browser's own picker, which people know, also on a phone. */
export function DateField({ element }: { element: Picker }) {
  const field = useField(element)
  /** The value before the changes that the app has not received yet. */
  const previous = useRef<ControlValue>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastInputWasKey = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!field) return null
  const { context, value, setValue, dispatchChange, pending } = field
  const text = toInputText(value)

  // Typing a year changes the value four times; the app receives the last one.
  function change(next: ControlValue) {
    previous.current ??= value
    setValue(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => dispatch(next), lastInputWasKey.current ? typingPauseMs : 0)
  }
  function dispatch(next: ControlValue) {
    clearTimeout(timer.current)
    const before = previous.current
    previous.current = undefined
    if (before && toInputText(before) !== toInputText(next)) void dispatchChange(next, before)
  }

  return (
    <input
      {...fieldProps(context)}
      {...labelProps(context, placeholderOf(element) ?? labels[element.type])}
      className={`${boxStyles['box']} ${styles['date']}`}
      type={inputTypes[element.type]}
      value={text}
      data-placeholder={text === '' ? placeholderOf(element) : undefined}
      data-waiting={pending || undefined}
      aria-busy={pending || undefined}
      onChange={(event) => change(fromInputText(element.type, event.target.value))}
      onKeyDown={(event: KeyboardEvent) => {
        lastInputWasKey.current = true
        if (event.key === 'Enter' && previous.current && context.dispatches) dispatch(value)
      }}
      onPointerDown={() => (lastInputWasKey.current = false)}
      onBlur={() => previous.current && dispatch(value)}
    />
  )
}

function toInputText(value: ControlValue): string {
  if (value.kind === 'day' || value.kind === 'time') return value.text
  if (value.kind !== 'moment' || value.at === undefined) return ''
  const date = new Date(value.at * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function fromInputText(type: Picker['type'], text: string): ControlValue {
  if (type === 'datepicker') return { kind: 'day', text }
  if (type === 'timepicker') return { kind: 'time', text: text.slice(0, 5) }
  const at = Date.parse(text)
  return { kind: 'moment', at: Number.isNaN(at) ? undefined : Math.floor(at / 1000) }
}
