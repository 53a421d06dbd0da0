import type { ReactNode } from 'react'
import { AgentsLink } from '#agents/AgentsLink.tsx'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { useRoute } from '#routing/route.ts'
import { draftKey, useWorkspace } from '#store/workspace/workspace.ts'
import { LaterIcon } from '#later/LaterIcon.tsx'
import { isDue, listShownSaved } from '#later/saved.ts'
import { ClockIcon, EditIcon } from '#ui/lateIcons.tsx'
import { t } from '#words/t.ts'
import styles from './Sidebar.module.css'

/** Leads to what agents do, and to what the person keeps for later, has typed elsewhere and not sent, and has scheduled. */
export function KeptLinks() {
  const { channel = '', thread } = useRoute()
  const here = [draftKey(channel, undefined), draftKey(channel, thread)]
  const drafts = useWorkspace((state) => Object.keys(state.drafts).filter((key) => !here.includes(key)).length)
  const saved = useWorkspace((state) => listShownSaved(state).length)
  const due = useWorkspace((state) => listShownSaved(state).filter(isDue).length)
  const scheduled = useWorkspace((state) => state.scheduled.length)
  return (
    <>
      <AgentsLink />
      {saved > 0 && (
        <KeptLink kind="later" title={t('Later')} count={due || saved} isDue={due > 0} icon={<LaterIcon />} />
      )}
      {drafts > 0 && <KeptLink kind="drafts" title={t('Drafts')} count={drafts} icon={<EditIcon />} />}
      {scheduled > 0 && <KeptLink kind="scheduled" title={t('Scheduled')} count={scheduled} icon={<ClockIcon />} />}
    </>
  )
}

type Props = { kind: 'later' | 'drafts' | 'scheduled'; title: string; count: number; isDue?: boolean; icon: ReactNode }

function KeptLink({ kind, title, count, isDue: isNew = false, icon }: Props) {
  return (
    <button
      type="button"
      className={`${styles['link']} ${styles['kept']}`}
      aria-haspopup="dialog"
      aria-description={isNew ? t('{count} due', { count }) : String(count)}
      onClick={() => openChannelDialog({ kind })}
    >
      <span className={styles['icon']}>{icon}</span>
      <span className={styles['name']}>{title}</span>
      <span className={styles['unread']} data-mention={isNew || undefined} data-drawn={count} />
    </button>
  )
}
