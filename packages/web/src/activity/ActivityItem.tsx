import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import type { ViewerActivity } from 'rivulet/feedProtocol'
import { Emoji } from '#blocks/Emoji.tsx'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useAuthor } from '#messages/authors/useAuthor.ts'
import { formatFullTime, formatShortTime } from '#messages/message/times.ts'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { navigate, toPath, type Route } from '#routing/route.ts'
import { formatUnread } from '#store/workspace/unread.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import type { Reaction } from './joinReactions.ts'
import styles from './ActivityPage.module.css'

type Props = { item: ViewerActivity; reactions: readonly Reaction[] }

/** One entry: who did what and where, and how the message begins. */
export function ActivityItem({ item, reactions }: Props) {
  const { kind, at, unread, root, fresh = 0 } = item
  const state = useWorkspace((all) => all)
  const [first] = reactions
  const author = useAuthor(first ? { user: first.user } : item)
  const route = routeOf(item)
  const text = plain(item.text, state)
  const names = [...new Set(reactions.map(({ user }) => user))].map((id) => state.users[id]?.label ?? id)
  return (
    <a
      className={styles['item']}
      href={toPath(route)}
      data-unread={unread || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate(route)
      }}
    >
      <span className={styles['dot']} aria-label={unread ? t('New') : undefined} role={unread ? 'img' : undefined} />
      <Avatar {...author} size={36} />
      <span className={styles['body']}>
        <span className={styles['head']}>
          <b dir="auto">{first ? listNames(names) : author.label}</b>
          {author.app && <AppBadge />}
          <span className={styles['what']}>
            {kind === 'mention'
              ? t('mentioned you')
              : kind === 'thread'
                ? t('replied')
                : names.length > 1
                  ? t('reacted to your message', undefined, 'several people')
                  : t('reacted to your message')}
            {whereOf(item, state)}
          </span>
          <time title={formatFullTime(at)}>{formatShortTime(at)}</time>
        </span>
        {root && (
          <span className={styles['root']} dir="auto">
            {plain(root.text, state) || t('A message without words')}
          </span>
        )}
        <span className={styles['text']} dir="auto">
          {reactions.length > 0 && (
            <span className={styles['emoji']}>
              {[...new Set(reactions.map(({ name }) => name))].map((name) => (
                <Emoji key={name} name={name} />
              ))}
            </span>
          )}
          {text || <i>{t('No words')}</i>}
        </span>
        {fresh > 0 && <span className={styles['fresh']}>{t('{count} new', { count: formatUnread(fresh) })}</span>}
      </span>
    </a>
  )
}

function routeOf({ kind, channel, ts, thread_ts: thread }: ViewerActivity): Route {
  if (kind === 'thread' && thread) return { channel, thread }
  return { channel, ...(thread ? { thread } : {}), message: ts }
}

function whereOf({ channel: id }: ViewerActivity, state: Workspace): string {
  const channel = state.channels[id]
  if (!channel) return ''
  if (isNamedChannel(channel)) return ` ${t('in {place}', { place: `#${channel.name}` })}`
  return channel.kind === 'mpim' ? ` ${t('in {place}', { place: channelTitle(channel, state) })}` : ''
}

function plain(mrkdwn: string, state: Workspace): string {
  return plainTextFromBlocks(blocksFromMrkdwn(mrkdwn), toMentionNames(state)).replaceAll(/\s+/g, ' ')
}

function listNames(names: readonly string[]): string {
  const [first = '', second, ...more] = names
  if (more.length > 0) return t('{first} and {count} others', { first, count: names.length - 1 })
  return second ? t('{first} and {second}', { first, second }) : first
}
