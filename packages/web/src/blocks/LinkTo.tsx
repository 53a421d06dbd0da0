import { hostMismatch, safeHref } from '@rivulet/blocks/links'
import type { MouseEvent } from 'react'
import { useViewer } from './viewer.ts'
import styles from './RichText.module.css'

type Props = { url: string; label?: string | undefined; unsafe?: boolean | undefined }

/** A link to http, https or mailto; any other address is shown as text. */
export function LinkTo({ url, label, unsafe }: Props) {
  const { followHere } = useViewer()
  const href = safeHref(url)
  const shown = label ?? url
  if (!href) return <span title={url}>{shown}</span>
  const host = label === undefined ? undefined : hostMismatch(label, url)
  const ask = (event: MouseEvent) => {
    if (!confirm(`This link was marked as unsafe. Open it?\n\n${href}`)) event.preventDefault()
  }
  const follow = (event: MouseEvent) => {
    const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (plain && followHere?.(href)) event.preventDefault()
  }
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href} onClick={unsafe ? ask : follow}>
        {shown}
      </a>
      {(host || unsafe) && <span className={styles['host']}> ({host ?? 'unsafe link'})</span>}
    </>
  )
}
