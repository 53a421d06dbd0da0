import type { ViewerChannel } from 'rivulet/feedProtocol'
import { LeftWordsNote } from '#messages/editing/LeftWordsNote.tsx'
import { channelTitle, directPartnerOf } from '#names/channelTitle.ts'
import { draftKey, useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { t } from '#words/t.ts'
import styles from './ChannelComposer.module.css'

const JoinBar = lazyComponent(async () => (await import('#late.ts')).JoinBar)

/** In place of a composer: why the viewer cannot write in the channel, and the words that a deleted message has left there. */
export function ClosedComposer({ channel }: { channel: ViewerChannel }) {
  const why = useWorkspace((state) => whyClosed(channel, state))
  return (
    <>
      <LeftWordsNote draftKey={draftKey(channel.id, undefined)} />
      {why === undefined ? <JoinBar channel={channel} /> : <p className={styles['closed']}>{why}</p>}
    </>
  )
}

/** Undefined if they only have to join it. */
function whyClosed(channel: ViewerChannel, state: Workspace): string | undefined {
  if (channel.archived) return t('This conversation is archived.')
  if (!channel.member) return undefined
  if (directPartnerOf(channel, state)?.messages === 'read_only')
    return t('{name} does not read messages.', { name: channelTitle(channel, state) })
  if (channel.posting === 'read_only') return t('This channel is read-only.')
  return t('New messages are closed here. Reply in a thread.')
}
