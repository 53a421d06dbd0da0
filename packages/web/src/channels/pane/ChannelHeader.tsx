import type { ViewerChannel } from 'rivulet/feedProtocol'
import { ElementText } from '#blocks/ElementText.tsx'
import { BackIcon, CloseIcon, PeopleIcon, PinIcon, PlusIcon } from '#ui/icons.tsx'
import { navigate } from '#routing/route.ts'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { directPartnerOf, channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { mayBegin } from '#conversations/conversations.ts'
import { beginConversation } from '#conversations/replyTarget.ts'
import { closeConversation } from '#store/client/closeConversation.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { AppTabs, type AppTab } from '#apps/AppTabs.tsx'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { plural, t } from '#words/t.ts'
import styles from './ChannelHeader.module.css'

const DateButton = lazyComponent(async () => (await import('#soon.ts')).DateButton)
const ChannelProblem = lazyComponent(async () => (await import('#soon.ts')).ChannelProblem)
const NotifyMenu = lazyComponent(async () => (await import('#soon.ts')).NotifyMenu)

/** The title above the messages, with a button for the channel's details, or the tabs of an app. */
export function ChannelHeader({ channel, tab = 'messages' }: { channel: ViewerChannel; tab?: AppTab }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const pins = useWorkspace((state) => contentOf(state, channel.id).pins)
  const partner = directPartnerOf(channel, { users, you })
  const title = channelTitle(channel, { users, you })
  const app = partner?.app_id === undefined ? undefined : partner
  const about = partner && partner.real_name !== partner.label && partner.real_name
  return (
    <header className={styles['header']} data-tabs={app ? true : undefined}>
      <button
        type="button"
        className={styles['back']}
        aria-label={t('Back to conversations')}
        onClick={() => navigate({})}
      >
        <BackIcon size={20} />
      </button>
      <span className={styles['sign']}>
        {partner ? (
          <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} size={24} />
        ) : (
          <ChannelIcon kind={channel.kind} size={18} />
        )}
      </span>
      <h1 className={styles['title']}>{title}</h1>
      {app && <AppBadge />}
      {channel.archived && <span className={styles['tag']}>{t('Archived')}</span>}
      {app ? (
        <AppTabs app={app} channel={channel} current={tab} />
      ) : (
        (channel.topic || about) && (
          <div className={styles['about']}>
            {channel.topic ? <ElementText text={{ type: 'mrkdwn', text: channel.topic }} /> : about}
          </div>
        )
      )}
      {tab === 'messages' && partner && mayBegin(partner, channel) && (
        <button type="button" className={styles['more']} onClick={() => beginConversation(channel)}>
          <PlusIcon />
          <span className={styles['words']}>{t('New conversation')}</span>
        </button>
      )}
      {pins > 0 && tab === 'messages' && (
        <button
          type="button"
          className={styles['more']}
          aria-haspopup="dialog"
          aria-label={plural(pins, '{count} pinned message', '{count} pinned messages')}
          data-tip={t('Pinned messages')}
          onClick={() => openChannelDialog({ kind: 'pins', channel: channel.id })}
        >
          <PinIcon />
          {pins}
        </button>
      )}
      <span className={styles['notify']}>
        {tab === 'messages' && <DateButton channel={channel.id} className={styles['more']} />}
        {channel.member && !channel.archived && <NotifyMenu channel={channel} className={styles['more']} />}
      </span>
      {!isNamedChannel(channel) && (
        <button
          type="button"
          className={styles['more']}
          aria-label={t('Close conversation')}
          data-tip={t('Close until something new is posted')}
          aria-description={t('Close until something new is posted')}
          onClick={() =>
            void closeConversation(channel.id).then((text) => messageErrors.set(channel.id, undefined, text))
          }
        >
          <CloseIcon />
        </button>
      )}
      {isNamedChannel(channel) && (
        <button
          type="button"
          className={styles['more']}
          aria-haspopup="dialog"
          aria-label={plural(
            channel.members.length,
            'About {title}, {count} member',
            'About {title}, {count} members',
            { title },
          )}
          data-tip={t('Members and topic')}
          onClick={() => openChannelDialog({ kind: 'details', channel: channel.id })}
        >
          <PeopleIcon />
          {channel.members.length}
        </button>
      )}
      <ChannelProblem channel={channel.id} />
    </header>
  )
}
