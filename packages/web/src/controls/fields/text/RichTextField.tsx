import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { RichTextField as RichTextElement } from '@rivulet/blocks/types'
import { placeholderOf } from '#controls/surface/placeholder.ts'
import type { ControlValue } from '#controls/surface/controlValue.ts'
import { fieldProps, labelProps } from '#controls/surface/blockContext.ts'
import { useField, type FieldState } from '#controls/surface/useField.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { Textarea } from './Textarea.tsx'
import { useTextDispatch } from './useTextDispatch.ts'
import styles from './TextField.module.css'

/** A rich text input: text with Markdown, as in the composer. */
export function RichTextField({ element }: { element: RichTextElement }) {
  const field = useField(element)
  return field?.value.kind === 'rich' ? <RichTextControl element={element} field={field} value={field.value} /> : null
}

type Props = { element: RichTextElement; field: FieldState; value: Extract<ControlValue, { kind: 'rich' }> }

function RichTextControl({ element, field: { context, pending }, field, value }: Props) {
  const { changeValue, onKeyDown } = useTextDispatch({ ...element, multiline: true }, field)
  const text = value.initial ? plainTextFromBlocks([value.initial], toMentionNames(workspace.getState())) : value.text
  return (
    <span className={styles['wrapper']}>
      <Textarea
        {...fieldProps(context)}
        {...labelProps(context, placeholderOf(element) ?? t('Text'))}
        minLines={element.min_lines ?? 4}
        placeholder={placeholderOf(element)}
        value={text}
        data-waiting={pending || undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => changeValue({ kind: 'rich', text: event.target.value })}
      />
    </span>
  )
}
