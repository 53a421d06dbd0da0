import { useEffect } from 'react'
import { announce } from '#app/announcing.ts'
import styles from './Controls.module.css'

/** Why something was not done, in a calm line where it was tried; it is said aloud as well. */
export function Trouble({ text }: { text: string | undefined }) {
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  return text ? <p className={styles['trouble']}>{text}</p> : null
}
