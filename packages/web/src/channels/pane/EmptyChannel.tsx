import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { directPartnerOf, channelTitle } from '#names/channelTitle.ts'
import { plainMrkdwn } from '#names/plainMrkdwn.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { t } from '#words/t.ts'
import styles from './EmptyChannel.module.css'

/** Shown in a channel without messages, with what it is about. */
export function EmptyChannel({ channel }: { channel: ViewerChannel }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const topic = useWorkspace((state) => plainMrkdwn(channel.topic, state))
  const partner = directPartnerOf(channel, { users, you })
  const title = channelTitle(channel, { users, you })
  return (
    <div className={styles['empty']}>
      <div className={styles['icon']}>
        {partner ? (
          <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} />
        ) : (
          <ChannelIcon kind={channel.kind} size={24} />
        )}
      </div>
      <h2 className={styles['title']}>{title}</h2>
      <p>{partner?.agent_description ?? partner?.description ?? topic}</p>
      <p>{invitation(channel, partner?.app_id ? partner : undefined)}</p>
    </div>
  )
}

function invitation(channel: ViewerChannel, app: ViewerUser | undefined): string {
  if (channel.archived || !channel.member) return t('Nobody has written here.')
  if (app?.messages === 'read_only') return t('Nothing here yet. {name} tells you things here.', { name: app.label })
  return app ? t('Nothing here yet. Ask {name} something.', { name: app.label }) : t('Nothing here yet. Say hello.')
}
