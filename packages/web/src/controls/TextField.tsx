import type { TextField as Element } from '@rivulet/blocks/block'
import { Lines } from './Lines.tsx'
import { fieldProps, nameOf, useField, type FieldInUse } from './scope.ts'
import { useTelling } from './useTelling.ts'
import styles from './Controls.module.css'

const kinds: Partial<Record<Element['type'], string>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
}

/** Something to be typed, on one line or on several. */
export function TextField({ element }: { element: Element }) {
  const field = useField(element)
  if (field?.value.kind !== 'text') return null
  return <Text element={element} field={field} text={field.value.text} />
}

type Props = { element: Element; field: FieldInUse; text: string }

function Text({ element, field, text }: Props) {
  const { scope, waiting } = field
  const { type, max_length: most, multiline, placeholder } = element
  const { write, onKeyDown } = useTelling(element, field)
  const props = {
    ...fieldProps(scope),
    ...nameOf(scope, placeholder?.text ?? 'Text'),
    placeholder: placeholder?.text,
    value: text,
    maxLength: most,
    'data-waiting': waiting || undefined,
    onKeyDown,
    onChange: (event: { target: { value: string } }) => write({ kind: 'text', text: event.target.value }),
  }
  const count = most !== undefined && text.length > most * 0.8 && (
    <span className={styles['count']} aria-hidden="true">
      {text.length} / {most}
    </span>
  )
  return (
    <span className={styles['typed']}>
      {kinds[type] ? (
        <input {...props} className={styles['line']} type={kinds[type]} autoComplete="off" {...boundsOf(element)} />
      ) : multiline ? (
        <Lines {...props} least={3} />
      ) : (
        <input {...props} className={styles['line']} type="text" autoComplete="off" />
      )}
      {count}
    </span>
  )
}

function boundsOf({ type, min_value: min, max_value: max, is_decimal_allowed: decimal }: Element) {
  return type === 'number_input' ? { min, max, step: decimal ? 'any' : 1 } : {}
}
