import { CopyButton } from '#blocks/code/CopyButton.tsx'
import { t } from '#words/t.ts'
import styles from './Json.module.css'

/** Up to this depth everything is open. */
const openDepth = 3
/** So many elements of a list, or fields, are shown. */
const mostShown = 200

/** A value as JSON, with parts that fold. What apps and people write is text here, never markup. */
export function Json({ value, label }: { value: unknown; label: string }) {
  const isEmpty =
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  return (
    <section className={styles['json']} aria-label={label}>
      <h3 className={styles['label']}>
        {label}
        {!isEmpty && <CopyButton text={JSON.stringify(value, undefined, 2)} className={styles['copy']} />}
      </h3>
      {isEmpty ? (
        <p className={styles['none']}>{t('Nothing')}</p>
      ) : (
        <div className={styles['tree']}>
          <Value value={value} depth={0} />
        </div>
      )}
    </section>
  )
}

function Value({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value === 'string') return <Text value={value} />
  if (typeof value !== 'object' || value === null) return <span className={styles['plain']}>{String(value)}</span>
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const isList = Array.isArray(value)
  if (entries.length === 0) return <span className={styles['mark']}>{isList ? '[]' : '{}'}</span>
  if (depth === 0) return <Fields entries={entries} isList={isList} depth={depth} />
  return (
    <details className={styles['node']} open={depth < openDepth}>
      <summary>
        <span className={styles['mark']}>{isList ? `[${entries.length}]` : '{…}'}</span>
        <span className={styles['hint']}>{hintOf(value)}</span>
      </summary>
      <Fields entries={entries} isList={isList} depth={depth} />
    </details>
  )
}

function Fields({ entries, isList, depth }: { entries: [string, unknown][]; isList: boolean; depth: number }) {
  return (
    <ul className={styles['fields']}>
      {entries.slice(0, mostShown).map(([name, one]) => (
        <li key={name}>
          <bdi className={isList ? styles['index'] : styles['name']}>{name}</bdi>
          <Value value={one} depth={depth + 1} />
        </li>
      ))}
      {entries.length > mostShown && (
        <li className={styles['none']}>{t('… {count} more', { count: entries.length - mostShown })}</li>
      )}
    </ul>
  )
}

function Text({ value }: { value: string }) {
  const isMasked = /^\[(token|secret|withheld)\]$/.test(value)
  return <bdi className={isMasked ? styles['masked'] : styles['text']}>{isMasked ? value : JSON.stringify(value)}</bdi>
}

/** What tells one of several objects from another, while it is folded. */
function hintOf(value: object): string {
  const fields: Record<string, unknown> = { ...value }
  const hint = fields['type'] ?? fields['id'] ?? fields['name'] ?? fields['text']
  return typeof hint === 'string' ? hint.slice(0, 40) : ''
}
