import type { ViewerChannel } from 'rivulet/feedProtocol'
import { Composer } from '#composer/Composer.tsx'
import { channelTitle, composerLabel, directPartnerOf } from '#names/channelTitle.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { JoinBar } from './JoinBar.tsx'
import styles from './ChannelComposer.module.css'

/** The composer of a channel, or why the viewer cannot write there. */
export function ChannelComposer({ channel, streams }: { channel: ViewerChannel; streams: readonly string[] }) {
  const users = useWorkspace((state) => state.users)
  const you = useWorkspace((state) => state.you)
  if (channel.archived) return <p className={styles['closed']}>This conversation is archived.</p>
  if (!channel.member) return <JoinBar channel={channel} />
  if (directPartnerOf(channel, { users, you })?.messages === 'read_only')
    return <p className={styles['closed']}>{channelTitle(channel, { users, you })} does not read messages.</p>
  if (channel.posting === 'read_only') return <p className={styles['closed']}>This channel is read-only.</p>
  if (channel.posting === 'threads_only')
    return <p className={styles['closed']}>New messages are closed here. Reply in a thread.</p>
  return <Composer channel={channel.id} label={composerLabel(channel, { users, you })} streams={streams} />
}
