import type { TextField as TextElement } from '@rivulet/blocks/types'
import { placeholderOf } from '#controls/surface/placeholder.ts'
import { fieldProps, labelProps } from '#controls/surface/blockContext.ts'
import { useField, type FieldState } from '#controls/surface/useField.ts'
import { t } from '#words/t.ts'
import { Textarea } from './Textarea.tsx'
import { useTextDispatch } from './useTextDispatch.ts'
import styles from './TextField.module.css'

const inputTypes: Partial<Record<TextElement['type'], string>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
}

/** A text, e-mail, URL or number input, or a text area. */
export function TextField({ element }: { element: TextElement }) {
  const field = useField(element)
  if (field?.value.kind !== 'text') return null
  return <TextControl element={element} field={field} text={field.value.text} />
}

type Props = { element: TextElement; field: FieldState; text: string }

function TextControl({ element, field, text }: Props) {
  const { context, pending } = field
  const { type, max_length: maxLength, multiline } = element
  const placeholder = placeholderOf(element)
  const { changeValue, onKeyDown } = useTextDispatch(element, field)
  const props = {
    ...fieldProps(context),
    ...labelProps(context, placeholder ?? t('Text')),
    placeholder,
    value: text,
    maxLength,
    'data-waiting': pending || undefined,
    onKeyDown,
    onChange: (event: { target: { value: string } }) => changeValue({ kind: 'text', text: event.target.value }),
  }
  const count = maxLength !== undefined && text.length > maxLength * 0.8 && (
    <span className={styles['count']} aria-hidden="true">
      {text.length} / {maxLength}
    </span>
  )
  return (
    <span className={styles['wrapper']}>
      {inputTypes[type] ? (
        <input
          {...props}
          className={styles['box']}
          type={inputTypes[type]}
          autoComplete="off"
          {...numberBounds(element)}
        />
      ) : multiline ? (
        <Textarea {...props} minLines={3} />
      ) : (
        <input {...props} className={styles['box']} type="text" autoComplete="off" />
      )}
      {count}
    </span>
  )
}

function numberBounds({ type, min_value: min, max_value: max, is_decimal_allowed: decimal }: TextElement) {
  return type === 'number_input' ? { min, max, step: decimal ? 'any' : 1 } : {}
}
