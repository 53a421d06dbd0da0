import { wordsOf } from './scopeWords.ts'
import styles from './Consent.module.css'

type Props = {
  title: string
  scopes: readonly string[]
  /** In the person's own name, which is more than in the app's. */
  own?: boolean
}

/** What an app could do, one line each: in words, and as its documentation calls it. */
export function Scopes({ title, scopes, own = false }: Props) {
  return (
    <section className={styles['scopes']} data-own={own || undefined} aria-label={title}>
      <h2 className={styles['label']}>{title}</h2>
      <ul className={styles['list']}>
        {scopes.map((scope) => (
          <li key={scope} className={styles['item']}>
            <span>{wordsOf(scope, own) ?? 'Something that this server has no words for'}</span>
            <code className={styles['scope']}>{scope}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
