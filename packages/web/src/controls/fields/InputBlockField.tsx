import type { InputBlock } from '@rivulet/blocks/types'
import { useId, useMemo } from 'react'
import { ElementText } from '#blocks/ElementText.tsx'
import { Control } from '#controls/Control.tsx'
import { InteractiveBlock } from '#controls/surface/InteractiveBlock.tsx'
import { useSurface } from '#controls/surface/surface.ts'
import { t } from '#words/t.ts'
import styles from './InputBlockField.module.css'

/** An input block: a field with its label, hint and validation error. */
export function InputBlockField({ block }: { block: InputBlock }) {
  const { label, hint, optional = false, element, dispatch_action: dispatches = false } = block
  const error = useSurface()?.errors?.[block.block_id ?? '']
  const id = useId()
  const hasChoices = element.type === 'radio_buttons' || element.type === 'checkboxes'
  const focus = 'focus_on_load' in element && element.focus_on_load ? '' : undefined
  const Label = hasChoices ? 'p' : 'label'
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
    <InteractiveBlock block={block} dispatches={dispatches} field={field}>
      {(interactionError) => (
        <div
          className={styles['input']}
          data-block={block.block_id}
          data-focus={focus}
          data-invalid={error !== undefined || undefined}
        >
          <Label className={styles['label']} id={`${id}-label`} {...(hasChoices ? {} : { htmlFor: `${id}-field` })}>
            <span dir="auto">
              <ElementText text={label} />
            </span>
            {optional && <span className={styles['optional']}> {t('(optional)')}</span>}
          </Label>
          <Control element={element} inert={<p className={styles['hint']}>{describeUnusable(element.type)}</p>} />
          <p className={styles['error']} id={`${id}-error`} role="alert">
            {error}
          </p>
          {hint && (
            <p className={styles['hint']} id={`${id}-hint`} dir="auto">
              <ElementText text={hint} />
            </p>
          )}
          {interactionError}
        </div>
      )}
    </InteractiveBlock>
  )
}

function describeUnusable(type: InputBlock['element']['type']): string {
  return type === 'file_input' ? t('Files can only be added in a dialog.') : t('This cannot be filled in here yet.')
}
