import type { ViewerBookmark } from 'rivulet/feedProtocol'
import { safeHref } from '@rivulet/blocks/links'
import { Emoji } from '#blocks/Emoji.tsx'
import { useViewer } from '#blocks/viewer.ts'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { useCanReact } from '#reactions/Reactions.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { LinkIcon } from '#ui/lateIcons.tsx'
import icon from '#ui/IconButton.module.css'
import { t } from '#words/t.ts'
import styles from './BookmarkBar.module.css'

/** The bookmarks of a channel, below its header. */
export function BookmarkBar({ channel, bookmarks }: { channel: string; bookmarks: readonly ViewerBookmark[] }) {
  const canEdit = useCanReact(channel)
  return (
    <nav className={styles['bar']} aria-label={t('Bookmarks')}>
      <ul className={styles['links']}>
        {bookmarks.map((bookmark) => (
          <li key={bookmark.id}>
            <BookmarkLink bookmark={bookmark} />
          </li>
        ))}
      </ul>
      {canEdit && (
        <button
          type="button"
          className={icon['small']}
          aria-label={t('Edit bookmarks')}
          data-tip=""
          aria-haspopup="dialog"
          onClick={() => openChannelDialog({ kind: 'bookmarks', channel })}
        >
          <PlusIcon size={14} />
        </button>
      )}
    </nav>
  )
}

function BookmarkLink({ bookmark: { title, link, emoji } }: { bookmark: ViewerBookmark }) {
  const { followInternalLink } = useViewer()
  const href = safeHref(link)
  const shown = (
    <>
      {emoji ? <Emoji name={emoji.slice(1, -1)} /> : <LinkIcon size={14} />}
      <span className={styles['title']}>{title}</span>
    </>
  )
  if (!href) return <span className={styles['link']}>{shown}</span>
  return (
    <a
      className={styles['link']}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={`${title}\n${href}`}
      onClick={(event) => {
        const isPlainClick = !event.metaKey && !event.ctrlKey && !event.shiftKey
        if (isPlainClick && followInternalLink?.(href)) event.preventDefault()
      }}
    >
      {shown}
    </a>
  )
}
