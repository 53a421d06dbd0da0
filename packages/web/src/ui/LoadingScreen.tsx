import { Logo } from './Logo.tsx'
import styles from './LoadingScreen.module.css'

/** Shown while the page starts. It fades in late, so that a quick start does not flicker. */
export function LoadingScreen({ text }: { text?: string | undefined }) {
  return (
    <main className={styles['screen']} aria-busy="true">
      <Logo size={40} className={styles['logo']} />
      <p role="status">{text}</p>
    </main>
  )
}
