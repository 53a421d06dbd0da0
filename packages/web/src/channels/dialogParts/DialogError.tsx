import { useEffect, useRef } from 'react'
import styles from './DialogError.module.css'

type Props = { id?: string; text: string | undefined; inForm?: boolean }

/** Why something failed. The element is there from the start, so that its text is announced when it appears. */
export function DialogError({ id, text, inForm = false }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text) line.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <p ref={line} className={styles['error']} id={id} role="status" data-in-form={inForm || undefined}>
      {text}
    </p>
  )
}
