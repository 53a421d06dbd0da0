import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useEffect, useRef } from 'react'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { channelTitle, directPartnerOf } from '#names/channelTitle.ts'
import { WithPresence } from '#people/PresenceDot.tsx'
import { StatusEmoji } from '#people/StatusEmoji.tsx'
import { landingOf } from '#routing/landing.ts'
import { navigate, toPath } from '#routing/route.ts'
import { countUnread, formatUnread } from '#store/workspace/unread.ts'
import type { Workspace } from '#store/workspace/workspace.ts'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { MutedIcon } from '#ui/icons.tsx'
import { plural, t } from '#words/t.ts'
import styles from './Sidebar.module.css'

type LinkProps = { channel: ViewerChannel; state: Workspace; current: boolean; isRead: boolean }

/** A channel in the list, with what is unread in it. */
export function ChannelLink({ channel, state, current, isRead }: LinkProps) {
  const title = channelTitle(channel, state)
  const { unread, mentions } = isRead ? { unread: 0, mentions: 0 } : countUnread(channel)
  const partner = directPartnerOf(channel, state)
  // Each message of a direct conversation counts as one.
  const isDirect = channel.kind === 'im' || channel.kind === 'mpim'
  const landing = landingOf(channel, state)
  const link = useRef<HTMLAnchorElement>(null)
  // A long list may end above the channel that the address names.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <a
      ref={link}
      className={styles['link']}
      href={toPath(landing)}
      aria-label={title}
      aria-description={
        [
          partner?.app_id && t('app'),
          unread > 0 && t('{unread} unread', { unread: formatUnread(unread) }),
          mentions > 0 &&
            !isDirect &&
            plural(mentions, '{count} mention of you', '{count} mentions of you', { count: formatUnread(mentions) }),
          channel.muted && t('muted'),
        ]
          .filter(Boolean)
          .join(', ') || undefined
      }
      aria-current={current ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
      data-muted={channel.muted}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate(landing)
      }}
    >
      <span className={styles['icon']}>
        {partner ? (
          <WithPresence id={partner.id}>
            <Avatar id={partner.id} label={partner.label} app={partner.app_id !== undefined} size={20} />
          </WithPresence>
        ) : (
          <ChannelIcon kind={channel.kind} />
        )}
      </span>
      <span className={styles['name']}>{title}</span>
      {partner && <StatusEmoji id={partner.id} />}
      {partner?.app_id && <AppBadge decorative />}
      {partner?.id === state.you && <span className={styles['you']} data-drawn="you" />}
      {channel.muted && (
        <span className={styles['muted']}>
          <MutedIcon size={14} />
        </span>
      )}
      {unread > 0 && (
        <span
          className={styles['unread']}
          data-mention={mentions > 0 || undefined}
          data-drawn={formatUnread(mentions || unread)}
        />
      )}
    </a>
  )
}
