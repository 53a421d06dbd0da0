import { describeScope } from './scopeDescriptions.ts'
import styles from './Consent.module.css'

type Props = {
  title: string
  scopes: readonly string[]
  /** The app would act in the person's name, which allows more than acting as itself. */
  asPerson?: boolean
}

/** What an app could do: one line per scope, in words and with the name of the scope. */
export function ScopeList({ title, scopes, asPerson = false }: Props) {
  return (
    <section className={styles['scopes']} data-own={asPerson || undefined} aria-label={title}>
      <h2 className={styles['label']}>{title}</h2>
      <ul className={styles['list']}>
        {scopes.map((scope) => (
          <li key={scope} className={styles['item']}>
            <span>{describeScope(scope, asPerson)}</span>
            <code className={styles['scope']}>{scope}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
