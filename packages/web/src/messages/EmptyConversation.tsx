import type { ViewerChannel } from 'rivulet/feedProtocol'
import { partnerOf, titleOf } from '#sidebar/names.ts'
import { ChannelSign } from '#sidebar/Sidebar.tsx'
import { useWorkspace } from '#store/workspace.ts'
import { Avatar } from './Avatar.tsx'
import styles from './Conversation.module.css'

export function EmptyConversation({ channel }: { channel: ViewerChannel }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const partner = partnerOf(channel, { users, you })
  const title = titleOf(channel, { users, you })
  return (
    <div className={styles['empty']}>
      <div className={styles['emptySign']}>
        {partner ? (
          <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} />
        ) : (
          <ChannelSign kind={channel.kind} size={24} />
        )}
      </div>
      <h2 className={styles['emptyTitle']}>{title}</h2>
      <p>{partner?.description ?? channel.topic}</p>
      <p>{invitation(channel, partner?.app_id ? title : undefined)}</p>
    </div>
  )
}

function invitation(channel: ViewerChannel, app: string | undefined): string {
  if (channel.archived || !channel.member) return 'Nothing was said here.'
  return app ? `Nothing here yet. Ask ${app} something.` : 'Nothing here yet. Say hello.'
}
