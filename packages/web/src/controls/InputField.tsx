import type { InputBlock } from '@rivulet/blocks/block'
import { useId, useMemo } from 'react'
import { BlockScope } from './BlockScope.tsx'
import { Control } from './Control.tsx'
import { useSurface } from './surface.ts'
import styles from './Controls.module.css'

/** A field with its label and hint, and what is wrong with it. */
export function InputField({ block }: { block: InputBlock }) {
  const { label, hint, optional = false, element, dispatch_action: dispatches = false } = block
  const error = useSurface()?.errors?.[block.block_id ?? '']
  const id = useId()
  const choices = element.type === 'radio_buttons' || element.type === 'checkboxes'
  const focus = 'focus_on_load' in element && element.focus_on_load ? '' : undefined
  const Label = choices ? 'p' : 'label'
  const field = useMemo(
    () => ({
      labelId: `${id}-label`,
      fieldId: `${id}-field`,
      describedBy: [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
      invalid: error !== undefined,
      required: !optional,
    }),
    [id, error, hint, optional],
  )
  return (
    <BlockScope block={block} dispatches={dispatches} field={field}>
      {(trouble) => (
        <div
          className={styles['input']}
          data-block={block.block_id}
          data-focus={focus}
          data-invalid={error !== undefined || undefined}
        >
          <Label className={styles['label']} id={`${id}-label`} {...(choices ? {} : { htmlFor: `${id}-field` })}>
            {label.text}
            {optional && <span className={styles['optional']}> (optional)</span>}
          </Label>
          <Control element={element} still={<p className={styles['hint']}>{notHere(element.type)}</p>} />
          <p className={styles['error']} id={`${id}-error`} role="alert">
            {error}
          </p>
          {hint && (
            <p className={styles['hint']} id={`${id}-hint`}>
              {hint.text}
            </p>
          )}
          {trouble}
        </div>
      )}
    </BlockScope>
  )
}

function notHere(type: InputBlock['element']['type']): string {
  return type === 'file_input' ? 'Files can be added in a dialog only.' : 'This cannot be filled in here yet.'
}
