import type { ViewerMessage } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { toMentionNames } from '#names/mentionNames.ts'
import { ThreadIcon } from '#ui/icons.tsx'
import { isNamedChannel } from '#names/channelTitle.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { openThread } from '#threads/openThread.ts'
import { t } from '#words/t.ts'
import { rootTsOf } from './messageTs.ts'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; inThread: boolean }

/** Marks a broadcast. The channel shows the message that it replies to; its thread shows the name of the channel. */
export function BroadcastMark({ channel, message, inThread }: Props) {
  const root = rootTsOf(message)
  const shownIn = useWorkspace((state) => state.channels[channel])
  const rootText = useWorkspace((state) => {
    const { blocks = [], text = '', deleted } = contentOf(state, channel).messages[root] ?? {}
    if (deleted) return undefined
    return plainTextFromBlocks(blocks.length > 0 ? blocks : blocksFromMrkdwn(text), toMentionNames(state)) || undefined
  })
  if (inThread)
    return shownIn && isNamedChannel(shownIn) ? (
      <p className={styles['broadcast']}>{t('Also sent to #{name}', { name: shownIn.name })}</p>
    ) : null
  return (
    <p className={styles['broadcast']}>
      <ThreadIcon size={12} />
      {t('Replied to a thread')}
      {rootText && ':'}
      <button type="button" data-opens-thread={root} onClick={() => openThread(channel, root)}>
        {rootText ?? t('Show it')}
      </button>
    </p>
  )
}
