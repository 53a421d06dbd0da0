import { findHostMismatch, safeHref } from '@rivulet/blocks/links'
import type { MouseEvent, ReactNode } from 'react'
import { t } from '#words/t.ts'
import { useViewer } from './viewer.ts'
import styles from './SafeLink.module.css'

/** `children` is the label as it is shown, if it is more than text. */
type Props = { url: string; label?: string | undefined; unsafe?: boolean | undefined; children?: ReactNode }

/** A link to an http, https or mailto address. Any other address is shown as text. */
export function SafeLink({ url, label, unsafe, children }: Props) {
  const { followInternalLink } = useViewer()
  const href = safeHref(url)
  const shown = children || (label ?? url)
  if (!href) return <span title={url}>{shown}</span>
  const host = label === undefined ? undefined : findHostMismatch(label, url)
  const confirmUnsafe = (event: MouseEvent) => {
    if (!confirm(`${t('This link was marked as unsafe. Open it?')}\n\n${href}`)) event.preventDefault()
  }
  const follow = (event: MouseEvent) => {
    const isPlainClick = !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (isPlainClick && followInternalLink?.(href)) event.preventDefault()
  }
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={href}
        onClick={unsafe ? confirmUnsafe : follow}
      >
        {shown}
      </a>
      {(host || unsafe) && <span className={styles['host']}> ({host ?? t('unsafe link')})</span>}
    </>
  )
}
