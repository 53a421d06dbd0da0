import { Logo } from './Logo.tsx'
import styles from './LoadingScreen.module.css'

/** Shown while the page starts. It fades in late, so that a quick start does not flicker. */
export function LoadingScreen({ text }: { text?: string | undefined }) {
  return (
    <main className={styles['screen']} aria-busy="true">
      <Logo size={40} className={styles['logo']} />
      <div role="status">{text && <h1 className={styles['text']}>{text}</h1>}</div>
    </main>
  )
}
