import type { ViewerChannel } from 'rivulet/feedProtocol'
import { Composer } from '#composer/Composer.tsx'
import type { OpenStream } from '#stop/StopStreams.tsx'
import { channelTitle, composerLabel } from '#names/channelTitle.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { conversationName, findLastConversation } from '#conversations/conversations.ts'
import { endBeginning, type ReplyTarget } from '#conversations/replyTarget.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { t } from '#words/t.ts'
import { hasComposer } from './hasComposer.ts'
import styles from './ChannelComposer.module.css'

const ClosedComposer = lazyComponent(
  async () => (await import('#soon.ts')).ClosedComposer,
  () => <p className={styles['closed']} />,
)
const ReplyTargetBar = lazyComponent(async () => (await import('#late.ts')).ReplyTargetBar)

type Props = { channel: ViewerChannel; streams: readonly OpenStream[]; target: ReplyTarget }

/** The composer of a channel, or what is there if the viewer cannot write. */
export function ChannelComposer({ channel, streams, target }: Props) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  const last = useWorkspace((state) => findLastConversation(channel, state))
  const description = useWorkspace((state) => describeTarget(channel, target, state))
  if (!hasComposer(channel, { users, you })) return <ClosedComposer channel={channel} />
  const isElsewhere = target.kind === 'chosen' || (target.kind === 'new' && last !== undefined)
  return (
    <Composer
      channel={channel.id}
      replyTo={'threadTs' in target ? target.threadTs : undefined}
      label={composerLabel(channel, { users, you })}
      placeholder={target.kind === 'last' ? description : target.kind === 'chosen' ? t('Reply') : undefined}
      description={description}
      head={isElsewhere && <ReplyTargetBar channel={channel.id} target={target} />}
      onSent={() => endBeginning(channel.id)}
      streams={streams}
    />
  )
}

/** Says where the next message goes: "Reply in “Make a plan”". */
function describeTarget(channel: ViewerChannel, target: ReplyTarget, state: Workspace): string | undefined {
  const title = channelTitle(channel, state)
  if (!('threadTs' in target))
    return target.kind === 'new' ? t('Begin a conversation with {title}', { title }) : undefined
  const name = conversationName(channel.id, target.threadTs, state)
  return name ? t('Reply in “{name}”', { name }) : t('Reply to {title}', { title })
}
