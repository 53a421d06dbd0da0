import type { ViewerMessage } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { namesOf } from '#app/announcement.ts'
import { ThreadIcon } from '#app/icons.tsx'
import { isRoom } from '#sidebar/names.ts'
import { conversationOf, useWorkspace } from '#store/workspace.ts'
import { openThread } from '#threads/openThread.ts'
import { rootTs } from './rows.ts'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; inThread: boolean }

/** Of a reply that stands in the channel too: what it answers, or in its thread that it does. */
export function BroadcastMark({ channel, message, inThread }: Props) {
  const root = rootTs(message)
  const where = useWorkspace((state) => state.channels[channel])
  const asked = useWorkspace((state) => {
    const { blocks = [], text = '', deleted } = conversationOf(state, channel).messages[root] ?? {}
    if (deleted) return undefined
    return plainTextFromBlocks(blocks.length > 0 ? blocks : blocksFromMrkdwn(text), namesOf(state)) || undefined
  })
  if (inThread) return where && isRoom(where) ? <p className={styles['broadcast']}>Also sent to #{where.name}</p> : null
  return (
    <p className={styles['broadcast']}>
      <ThreadIcon size={12} />
      Replied to a thread{asked && ':'}
      <button type="button" data-opens-thread={root} onClick={() => openThread(channel, root)}>
        {asked ?? 'Show it'}
      </button>
    </p>
  )
}
