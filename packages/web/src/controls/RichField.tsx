import type { RichTextField } from '@rivulet/blocks/block'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { namesOf } from '#app/announcement.ts'
import { workspace } from '#store/workspace.ts'
import { Lines } from './Lines.tsx'
import { fieldProps, nameOf, useField, type FieldInUse } from './scope.ts'
import { useTelling } from './useTelling.ts'
import type { Value } from './value.ts'
import styles from './Controls.module.css'

/** Text with Markdown, as it is written in the composer. */
export function RichField({ element }: { element: RichTextField }) {
  const field = useField(element)
  return field?.value.kind === 'rich' ? <Rich element={element} field={field} value={field.value} /> : null
}

type Props = { element: RichTextField; field: FieldInUse; value: Extract<Value, { kind: 'rich' }> }

function Rich({ element, field: { scope, waiting }, field, value }: Props) {
  const { write, onKeyDown } = useTelling({ ...element, multiline: true }, field)
  const text = value.given ? plainTextFromBlocks([value.given], namesOf(workspace.getState())) : value.text
  return (
    <span className={styles['typed']}>
      <Lines
        {...fieldProps(scope)}
        {...nameOf(scope, element.placeholder?.text ?? 'Text')}
        least={element.min_lines ?? 4}
        placeholder={element.placeholder?.text}
        value={text}
        data-waiting={waiting || undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => write({ kind: 'rich', text: event.target.value })}
      />
    </span>
  )
}
