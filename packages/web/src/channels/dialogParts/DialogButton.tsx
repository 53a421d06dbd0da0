import type { ComponentProps } from 'react'
import styles from './DialogButton.module.css'

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  look: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** The position of the button: next to a search field, in the footer, in a row of a list, or in a text field. */
  at: 'bar' | 'footer' | 'row' | 'field'
}

export function DialogButton({ look, at, type = 'button', ...props }: Props) {
  return <button {...props} type={type} className={`${styles['button']} ${styles[look]}`} data-at={at} />
}
