import type { Picker } from '@rivulet/blocks/block'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { fieldProps, nameOf, useField } from './scope.ts'
import type { Value } from './value.ts'
import styles from './Controls.module.css'

const kinds = { datepicker: 'date', timepicker: 'time', datetimepicker: 'datetime-local' } as const
const names = { datepicker: 'Date', timepicker: 'Time', datetimepicker: 'Date and time' }
/** How long somebody who types a date may think between two keys. */
const thinking = 1500

/** A day, a time, or both, in the browser's own way: everybody knows theirs, on a phone too. */
export function DateField({ element }: { element: Picker }) {
  const field = useField(element)
  const typed = useRef<Value>(undefined)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  if (!field) return null
  const { scope, value, put, tell, waiting } = field
  const text = textOf(value)

  // A year that is typed is four changes; the app is told of the last one.
  function change(next: Value, byKey: boolean) {
    typed.current ??= value
    put(next)
    clearTimeout(later.current)
    later.current = setTimeout(() => told(next), byKey ? thinking : 0)
  }
  function told(next: Value) {
    clearTimeout(later.current)
    const before = typed.current
    typed.current = undefined
    if (before && textOf(before) !== textOf(next)) void tell(next, before)
  }

  return (
    <input
      {...fieldProps(scope)}
      {...nameOf(scope, element.placeholder?.text ?? names[element.type])}
      className={styles['date']}
      type={kinds[element.type]}
      value={text}
      data-placeholder={text === '' ? element.placeholder?.text : undefined}
      data-waiting={waiting || undefined}
      aria-busy={waiting || undefined}
      onChange={(event) => change(valueOf(element.type, event.target.value), keyed)}
      onKeyDown={(event: KeyboardEvent) => {
        keyed = true
        if (event.key === 'Enter' && typed.current && scope.dispatches) told(value)
      }}
      onPointerDown={() => (keyed = false)}
      onBlur={() => typed.current && told(value)}
    />
  )
}

/** Whether the last thing somebody did was to type. */
let keyed = false

function textOf(value: Value): string {
  if (value.kind === 'day' || value.kind === 'time') return value.text
  if (value.kind !== 'moment' || value.at === undefined) return ''
  const date = new Date(value.at * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function valueOf(type: Picker['type'], text: string): Value {
  if (type === 'datepicker') return { kind: 'day', text }
  if (type === 'timepicker') return { kind: 'time', text: text.slice(0, 5) }
  const at = Date.parse(text)
  return { kind: 'moment', at: Number.isNaN(at) ? undefined : Math.floor(at / 1000) }
}
