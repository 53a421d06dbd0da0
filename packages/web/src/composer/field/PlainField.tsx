import { useLayoutEffect, useRef } from 'react'
import { movePicked } from '#composer/mentions/picked.ts'
import { isPressed } from '#keys/shortcuts.ts'
import { fitHeight, useFitOnResize } from '#ui/fitHeight.ts'
import type { FieldProps } from './field.ts'
import styles from './MessageField.module.css'

type Props = FieldProps & { onComposing: (composing: boolean) => void }

/** The field of a message without formats: what is written is Markdown. It is there until the editor is. */
export function PlainField(props: Props) {
  const { draft, onChange, area, autoFocus } = props
  const { text, picked } = draft
  const element = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    area.current = element.current
    if (element.current) fitHeight(element.current)
  }, [area, text])
  useFitOnResize(element)
  useLayoutEffect(() => {
    if (!autoFocus || !element.current) return
    element.current.focus()
    element.current.setSelectionRange(element.current.value.length, element.current.value.length)
  }, [autoFocus])

  return (
    <textarea
      ref={element}
      className={styles['area']}
      data-composing=""
      dir="auto"
      rows={1}
      value={text}
      aria-label={props.label}
      placeholder={props.placeholder}
      aria-description={props.description}
      aria-invalid={props.invalid}
      onChange={({ target: { value, selectionStart } }) =>
        onChange({ text: value, picked: movePicked(picked, text, value, selectionStart) })
      }
      onCompositionStart={() => props.onComposing(true)}
      onCompositionEnd={() => props.onComposing(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape' && props.onEscape) {
          event.stopPropagation()
          event.preventDefault()
          return props.onEscape()
        }
        if (isPressed(event, 'editLast') && text === '' && props.onUp?.(event.currentTarget)) event.preventDefault()
        if (!isPressed(event, 'send')) return
        event.preventDefault()
        props.onEnter()
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0 || !props.onFiles) return
        event.preventDefault()
        props.onFiles(files)
      }}
    />
  )
}
