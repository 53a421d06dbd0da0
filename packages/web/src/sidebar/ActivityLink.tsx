import { navigate, useRoute } from '#routing/route.ts'
import { countActivity, formatUnread } from '#store/workspace/unread.ts'
import type { Workspace } from '#store/workspace/workspace.ts'
import { BellIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import styles from './Sidebar.module.css'

/** [NTF-5] Leads to what concerns the person. */
export function ActivityLink({ state }: { state: Workspace }) {
  const { activity } = useRoute()
  const count = countActivity(state)
  return (
    <a
      className={styles['link']}
      href="/activity"
      aria-label={t('Activity')}
      aria-description={count > 0 ? t('{count} new', { count: formatUnread(count) }) : undefined}
      aria-current={activity ? 'page' : undefined}
      data-unread={count > 0 || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate({ activity: 'all' })
      }}
    >
      <span className={styles['icon']}>
        <BellIcon />
      </span>
      <span className={styles['name']}>{t('Activity')}</span>
      {count > 0 && <span className={styles['unread']} data-mention data-drawn={formatUnread(count)} />}
    </a>
  )
}
