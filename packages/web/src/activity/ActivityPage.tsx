import { useRef } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { navigate, toPath, type ActivityKind } from '#routing/route.ts'
import { request } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { focusNext } from '#ui/focusNext.ts'
import { BackIcon, BellIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { ActivityItem } from './ActivityItem.tsx'
import { joinReactions } from './joinReactions.ts'
import { keyOf, useActivity } from './useActivity.ts'
import styles from './ActivityPage.module.css'

const tabs: readonly { show: ActivityKind; label: string; none: string }[] = [
  { show: 'all', label: t('All'), none: t('Mentions, replies and reactions will be here.') },
  { show: 'mentions', label: t('Mentions'), none: t('Nobody has mentioned you yet.') },
  { show: 'threads', label: t('Threads'), none: t('Threads that you take part in will be here.') },
  { show: 'reactions', label: t('Reactions'), none: t('Nobody has reacted to your messages yet.') },
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
          aria-label={t('Back to conversations')}
          onClick={() => navigate({})}
        >
          <BackIcon size={20} />
        </button>
        <h1 className={styles['title']}>{t('Activity')}</h1>
        <nav className={styles['tabs']} aria-label={t('Kinds of activity')}>
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
          aria-label={t('Notifications')}
          data-tip=""
          onClick={() => openChannelDialog({ kind: 'notifications' })}
        >
          <BellIcon />
          <span className={styles['words']}>{t('Notifications')}</span>
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
              {t('Mark all threads as read')}
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
              {t('Show more')}
            </DialogButton>
          </p>
        )}
      </div>
    </main>
  )
}
