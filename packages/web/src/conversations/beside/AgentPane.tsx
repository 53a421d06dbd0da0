import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useEffect } from 'react'
import { Composer } from '#composer/Composer.tsx'
import { conversationName, mayBegin } from '#conversations/conversations.ts'
import { AgentInvitation } from '#conversations/history/AgentInvitation.tsx'
import { ConversationList } from '#conversations/history/ConversationList.tsx'
import { useConversations } from '#conversations/history/useConversations.ts'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { directPartnerOf } from '#names/channelTitle.ts'
import { useMarkReadInSight } from '#notifications/useMarkReadInSight.ts'
import { closeThread } from '#routing/closeThread.ts'
import { navigate, useRoute } from '#routing/route.ts'
import { onFrame } from '#store/client/pageClient.ts'
import { useWorkspace, workspace } from '#store/workspace/workspace.ts'
import { ThreadPane } from '#threads/ThreadPane.tsx'
import pane from '#threads/ThreadPane.module.css'
import { ErrorMessage } from '#ui/error/ErrorMessage.tsx'
import { CloseButton, IconButton } from '#ui/IconButton.tsx'
import { BackIcon, PlusIcon } from '#ui/icons.tsx'
import { useMediaQuery } from '#ui/useMediaQuery.ts'
import { t } from '#words/t.ts'
import { useViewedChannel } from './useViewedChannel.ts'
import styles from './AgentPane.module.css'

type Props = {
  /** The direct message with the agent. */
  channel: ViewerChannel
  /** The channel beside it. */
  looking: string
}

/** [AGT-4] An agent beside a channel: one conversation with it, or those that were and how to begin another. */
export function AgentPane({ channel, looking }: Props) {
  const app = useWorkspace((state) => directPartnerOf(channel, state))
  const { besideThread: threadTs } = useRoute()
  // On a narrow screen the agent takes the place of the channel.
  const alone = useMediaQuery('(max-width: 1099px)')
  const seen = alone ? undefined : looking
  const show = (thread: string | undefined, how: 'push' | 'replace' = 'push') => {
    navigate({ channel: looking, beside: channel.id, ...(thread ? { besideThread: thread } : {}) }, how)
    focusComposer()
  }
  const noteBegun = useViewedChannel({ app, channel: channel.id, threadTs, looking: seen }, (begun) => {
    if (threadTs === undefined) show(begun, 'replace')
  })
  const name = useWorkspace((state) => threadTs && conversationName(channel.id, threadTs, state))
  useMarkReadInSight(channel.id, true)
  // What the person writes begins the conversation that is shown from then on.
  useEffect(() => {
    if (threadTs !== undefined) return undefined
    return onFrame((frame) => {
      if (frame.type !== 'message' || frame.channel !== channel.id) return
      const { message } = frame
      if (message.user === workspace.getState().you && message.client_msg_id) show(message.thread_ts ?? message.ts)
    })
  })
  if (!app) return null
  const Pane = alone ? 'main' : 'aside'
  const Title = alone ? 'h1' : 'h2'
  const header = (
    <header className={`${pane['header']} ${styles['header']}`}>
      {alone && (
        <IconButton label={t('Back to the channel')} onClick={closeThread}>
          <BackIcon size={20} />
        </IconButton>
      )}
      <Avatar id={app.id} label={app.label} app size={24} />
      <div className={pane['heading']} data-titled={name ? true : undefined}>
        <Title className={pane['title']} title={name || undefined}>
          {name || app.label}
        </Title>
        {name && <p className={pane['where']}>{app.label}</p>}
      </div>
      {threadTs !== undefined && (
        <IconButton label={t('New conversation')} onClick={() => show(undefined)}>
          <PlusIcon />
        </IconButton>
      )}
      {!alone && <CloseButton label={t('Close {name}', { name: app.label })} onClick={closeThread} />}
    </header>
  )
  if (threadTs !== undefined) return <ThreadPane key={threadTs} channel={channel} threadTs={threadTs} header={header} />
  return (
    <Pane className={pane['pane']} aria-label={app.label} data-region="thread" data-testid="beside">
      {header}
      <div className={styles['scroll']}>
        <AgentInvitation
          app={app}
          channel={channel}
          looking={seen}
          onBegun={(begun) => {
            if (begun === undefined) return focusComposer()
            noteBegun(begun)
            show(begun)
          }}
        />
        <Earlier channel={channel} onOpen={show} />
      </div>
      {app.agent && mayBegin(app, channel) && (
        <Composer
          channel={channel.id}
          label={t('Begin a conversation with {title}', { title: app.label })}
          placeholder={t('Ask {name}', { name: app.label })}
          streams={[]}
        />
      )}
    </Pane>
  )
}

/** The newest conversations with the agent. */
function Earlier({ channel, onOpen }: { channel: ViewerChannel; onOpen: (threadTs: string) => void }) {
  const { items, error } = useConversations(channel.id, '')
  return (
    <div className={styles['earlier']}>
      <ErrorMessage text={error} />
      {items && items.length > 0 && <ConversationList channel={channel} items={items} onOpen={onOpen} />}
    </div>
  )
}

function focusComposer(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-region="thread"] [data-composing]')?.focus())
}
