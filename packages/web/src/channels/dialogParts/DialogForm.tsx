import type { FormEvent, ReactNode } from 'react'
import styles from './DialogForm.module.css'

export function DialogForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      {children}
    </form>
  )
}

/** A label with the frame of its text field. `children` is the input with what is next to it. */
export function LabeledField({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['field']}>{children}</div>
    </>
  )
}
