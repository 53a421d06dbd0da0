import type { Choices as Element, SelectOption } from '@rivulet/blocks/block'
import { useId } from 'react'
import { TextOf } from '#blocks/TextOf.tsx'
import { fieldProps, nameOf, useField } from './scope.ts'
import styles from './Controls.module.css'

/** Boxes to tick, or points of which one is chosen. */
export function Choices({ element }: { element: Element }) {
  const field = useField(element)
  const name = useId()
  if (field?.value.kind !== 'options') return null
  const { scope, value, put, tell, waiting } = field
  const { options: chosen } = value
  const many = element.type === 'checkboxes'
  const { id, 'aria-describedby': describedBy, ...state } = fieldProps(scope)

  function choose(option: SelectOption, on: boolean) {
    // In the order of the options, as the app knows them.
    const others = many ? chosen.filter((one) => !isSame(one, option)) : []
    const now = on ? [...others, option] : others
    const next = {
      kind: 'options',
      options: element.options.filter((one) => now.some((it) => isSame(it, one))),
    } as const
    put(next)
    void tell(next)
  }

  return (
    <div
      className={styles['choices']}
      role={many ? 'group' : 'radiogroup'}
      {...nameOf(scope, many ? 'Options' : 'Choose one')}
      aria-describedby={describedBy}
      {...(many ? {} : state)}
      aria-busy={waiting || undefined}
    >
      {element.options.map((option, i) => (
        <label key={i} className={styles['choice']}>
          <input
            id={i === 0 ? id : undefined}
            type={many ? 'checkbox' : 'radio'}
            name={name}
            aria-invalid={many ? state['aria-invalid'] : undefined}
            checked={chosen.some((one) => isSame(one, option))}
            onChange={(event) => choose(option, event.target.checked)}
          />
          <span>
            <TextOf text={option.text} />
            {option.description && (
              <small>
                <TextOf text={option.description} />
              </small>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}

function isSame(one: SelectOption, other: SelectOption): boolean {
  return one.value === other.value && one.text.text === other.text.text
}
