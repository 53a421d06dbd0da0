import { useEffect } from 'react'
import { announce } from '#announcer/announce.ts'
import styles from './ErrorMessage.module.css'

/** Shows why something failed, next to where it was tried, and announces it to screen readers. */
export function ErrorMessage({ text }: { text: string | undefined }) {
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  return text ? <p className={styles['error']}>{text}</p> : null
}
