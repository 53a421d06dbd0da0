import { useRef, type KeyboardEvent } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { navigate, toPath, type ActivityKind } from '#routing/route.ts'
import { request } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { BackIcon, BellIcon } from '#ui/icons.tsx'
import { ActivityItem } from './ActivityItem.tsx'
import { joinReactions } from './joinReactions.ts'
import { keyOf, useActivity } from './useActivity.ts'
import styles from './ActivityPage.module.css'

const tabs: readonly { show: ActivityKind; label: string; none: string }[] = [
  { show: 'all', label: 'All', none: 'Mentions, replies and reactions will be here.' },
  { show: 'mentions', label: 'Mentions', none: 'Nobody has mentioned you yet.' },
  { show: 'threads', label: 'Threads', none: 'Threads that you take part in will be here.' },
  { show: 'reactions', label: 'Reactions', none: 'Nobody has reacted to your messages yet.' },
]

/** [NTF-5] What concerns the person: mentions, threads and reactions, the newest first. Each leads to its message. */
export function ActivityPage({ show }: { show: ActivityKind }) {
  const { items, error, fetchMore } = useActivity(show)
  const list = useRef<HTMLOListElement>(null)
  const hasNews = useWorkspace((state) => Object.keys(state.activity.threads).length > 0)
  const none = tabs.find((tab) => tab.show === show)?.none
  return (
    <main className={styles['page']} id="messages" data-region="main" tabIndex={-1} aria-busy={!items || undefined}>
      <header className={styles['header']}>
        <button
          type="button"
          className={styles['back']}
          aria-label="Back to conversations"
          onClick={() => navigate({})}
        >
          <BackIcon size={20} />
        </button>
        <h1 className={styles['title']}>Activity</h1>
        <nav className={styles['tabs']} aria-label="Kinds of activity">
          {tabs.map((tab) => (
            <a
              key={tab.show}
              href={toPath({ activity: tab.show })}
              className={styles['tab']}
              aria-current={tab.show === show ? 'page' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                navigate({ activity: tab.show })
              }}
            >
              {tab.label}
            </a>
          ))}
        </nav>
        <button
          type="button"
          className={styles['settings']}
          aria-haspopup="dialog"
          aria-label="Notifications in this browser"
          title="Notifications in this browser"
          onClick={() => openChannelDialog({ kind: 'notifications' })}
        >
          <BellIcon />
          <span className={styles['words']}>Notifications</span>
        </button>
      </header>
      <div className={styles['scroll']}>
        {show === 'threads' && hasNews && (
          <p className={styles['tools']}>
            <DialogButton
              look="secondary"
              at="row"
              onClick={() => void request({ type: 'seen', threads: true }, 'done')}
            >
              Mark all threads as read
            </DialogButton>
          </p>
        )}
        <ol ref={list} className={styles['list']} onKeyDown={(event) => focusNext(event, list.current)}>
          {joinReactions(items ?? []).map(({ item, reactions }) => (
            <li key={keyOf(item)}>
              <ActivityItem item={item} reactions={reactions} />
            </li>
          ))}
        </ol>
        {error && <p role="alert">{error}</p>}
        {items?.length === 0 && !error && <p className={styles['none']}>{none}</p>}
        {fetchMore && (
          <p className={styles['tools']}>
            <DialogButton look="secondary" at="row" onClick={fetchMore}>
              Show more
            </DialogButton>
          </p>
        )}
      </div>
    </main>
  )
}

/** The arrow keys move between the entries. */
function focusNext(event: KeyboardEvent, list: HTMLElement | null) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !list) return
  const all = [...list.querySelectorAll<HTMLElement>('a')]
  const next = all[all.findIndex((link) => link === document.activeElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
