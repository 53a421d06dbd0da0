import type { Choices, SelectOption } from '@rivulet/blocks/types'
import { useId } from 'react'
import { ElementText } from '#blocks/ElementText.tsx'
import { fieldProps, labelProps } from '#controls/surface/blockContext.ts'
import { useField } from '#controls/surface/useField.ts'
import { t } from '#words/t.ts'
import styles from './ChoiceField.module.css'

/** Checkboxes or radio buttons. */
export function ChoiceField({ element }: { element: Choices }) {
  const field = useField(element)
  const name = useId()
  if (field?.value.kind !== 'options') return null
  const { context, value, setValue, dispatchChange, pending } = field
  const { options: chosen } = value
  const multiple = element.type === 'checkboxes'
  const { id, 'aria-describedby': describedBy, ...state } = fieldProps(context)

  function choose(option: SelectOption, checked: boolean) {
    const others = multiple ? chosen.filter((other) => !isSameOption(other, option)) : []
    const nextChosen = checked ? [...others, option] : others
    const next = {
      kind: 'options',
      // In the order in which the app lists them.
      options: element.options.filter((listed) => nextChosen.some((other) => isSameOption(other, listed))),
    } as const
    setValue(next)
    void dispatchChange(next)
  }

  return (
    <div
      className={styles['choices']}
      role={multiple ? 'group' : 'radiogroup'}
      {...labelProps(context, multiple ? t('Options') : t('Choose one'))}
      aria-describedby={describedBy}
      {...(multiple ? {} : state)}
      aria-busy={pending || undefined}
    >
      {element.options.map((option, i) => (
        <label key={i} className={styles['choice']}>
          <input
            id={i === 0 ? id : undefined}
            type={multiple ? 'checkbox' : 'radio'}
            name={name}
            aria-invalid={multiple ? state['aria-invalid'] : undefined}
            checked={chosen.some((other) => isSameOption(other, option))}
            onChange={(event) => choose(option, event.target.checked)}
          />
          <span>
            <ElementText text={option.text} />
            {option.description && (
              <small>
                <ElementText text={option.description} />
              </small>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}

function isSameOption(a: SelectOption, b: SelectOption): boolean {
  return a.value === b.value && a.text.text === b.text.text
}
