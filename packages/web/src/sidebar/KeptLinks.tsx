import type { ReactNode } from 'react'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { useRoute } from '#routing/route.ts'
import { draftKey, useWorkspace } from '#store/workspace/workspace.ts'
import { ClockIcon, EditIcon } from '#ui/icons.tsx'
import styles from './Sidebar.module.css'

/** Leads to what the person has typed elsewhere and not sent, and to what they have scheduled. */
export function KeptLinks() {
  const { channel = '', thread } = useRoute()
  const here = [draftKey(channel, undefined), draftKey(channel, thread)]
  const drafts = useWorkspace((state) => Object.keys(state.drafts).filter((key) => !here.includes(key)).length)
  const scheduled = useWorkspace((state) => state.scheduled.length)
  return (
    <>
      {drafts > 0 && <KeptLink kind="drafts" title="Drafts" count={drafts} icon={<EditIcon />} />}
      {scheduled > 0 && <KeptLink kind="scheduled" title="Scheduled" count={scheduled} icon={<ClockIcon />} />}
    </>
  )
}

type Props = { kind: 'drafts' | 'scheduled'; title: string; count: number; icon: ReactNode }

function KeptLink({ kind, title, count, icon }: Props) {
  return (
    <button
      type="button"
      className={`${styles['link']} ${styles['kept']}`}
      aria-haspopup="dialog"
      aria-description={String(count)}
      onClick={() => openChannelDialog({ kind })}
    >
      <span className={styles['icon']}>{icon}</span>
      <span className={styles['name']}>{title}</span>
      <span className={styles['unread']} data-drawn={count} />
    </button>
  )
}
