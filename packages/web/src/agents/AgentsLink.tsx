import { useEffect } from 'react'
import { navigate, useRoute } from '#routing/route.ts'
import sidebar from '#sidebar/Sidebar.module.css'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { BoltIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { useNow } from './useNow.ts'
import { followWork, useAgentWork, workAt } from './work.ts'
import styles from './AgentsLink.module.css'

/** [AGT-3] Leads to what agents do, and says how much that is. A team without apps has no such link. */
export function AgentsLink() {
  const { agents } = useRoute()
  const work = useAgentWork()
  const now = useNow((work?.running.length ?? 0) > 0)
  const hasApps = useWorkspace((state) => Object.values(state.users).some((user) => user.app_id && !user.deleted))
  useEffect(followWork, [])
  if (!hasApps) return null
  const count = work ? workAt(work, now).length : 0
  return (
    <a
      className={sidebar['link']}
      href="/agents"
      aria-label={t('Agents')}
      aria-description={count > 0 ? t('{count} at work', { count }) : undefined}
      aria-current={agents ? 'page' : undefined}
      data-testid="agents-link"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate({ agents: true })
      }}
    >
      <span className={sidebar['icon']}>
        <BoltIcon />
      </span>
      <span className={sidebar['name']}>{t('Agents')}</span>
      {count > 0 && <span className={`${sidebar['unread']} ${styles['count']}`} data-drawn={count} />}
    </a>
  )
}
