import type { UrlSource } from '@rivulet/blocks/types'
import { safeHref } from '@rivulet/blocks/links'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { plural, t } from '#words/t.ts'
import styles from './TaskSources.module.css'

const shownAtFirst = 3

export function TaskSources({ sources }: { sources: readonly UrlSource[] }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = all ? sources : sources.slice(0, shownAtFirst)
  function showAll() {
    flushSync(() => setAll(true))
    // The button is gone.
    list.current?.children[shownAtFirst]?.querySelector('a')?.focus()
  }
  return (
    <ul ref={list} className={styles['sources']} aria-label={t('Sources')}>
      {shown.map((source) => (
        <li key={source.url}>
          <Source source={source} />
        </li>
      ))}
      {shown.length < sources.length && (
        <li>
          <button
            type="button"
            className={styles['chip']}
            aria-label={plural(sources.length - shown.length, '{count} more source', '{count} more sources')}
            onClick={showAll}
          >
            +{sources.length - shown.length}
          </button>
        </li>
      )}
    </ul>
  )
}

function Source({ source }: { source: UrlSource }) {
  const href = safeHref(source.url)
  if (!href)
    return (
      <span className={styles['chip']} data-dead="">
        <span className={styles['title']}>{source.text}</span>
      </span>
    )
  const host = new URL(href).hostname.replace(/^www\./, '')
  return (
    <a className={styles['chip']} href={href} target="_blank" rel="noopener noreferrer nofollow" data-tip={href}>
      <span className={styles['host']} aria-hidden="true">
        {(host[0] ?? '?').toUpperCase()}
      </span>
      <span className={styles['title']}>{source.text}</span>
      <span className="visually-hidden"> ({href})</span>
    </a>
  )
}
