import type { ViewerMessage } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { useMemo, useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { LiveContext } from '#blocks/viewer.ts'
import { MessageSurface } from '#controls/MessageSurface.tsx'
import { liveBlocks } from '#store/liveBlocks.ts'
import { useStream } from '#store/liveStreams.ts'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; name: string }

/**
 * The text of a message. While its reply grows, it alone is drawn again with each frame; when it is final the same
 * elements stay, so that a selection and an open task outlive the end.
 */
export function MessageBody({ channel, message, name }: Props) {
  const stream = useStream(channel, message.ts)
  const [grown] = useState(liveBlocks)
  const { blocks, text } = message
  const final = useMemo(() => (blocks.length > 0 ? blocks : blocksFromMrkdwn(text)), [blocks, text])
  if (!stream && message.streaming_state === 'in_progress')
    return (
      <p className={styles['quiet']} data-testid="replying">
        {name} is replying…
      </p>
    )
  const live = stream !== undefined
  const ending = live ? undefined : endingOf(message)
  return (
    <>
      <div className={styles['text']} data-testid="text" data-edited={(message.edited && !live) || undefined}>
        <LiveContext value={live}>
          <MessageSurface channel={channel} message={message} blocks={final} live={live}>
            <Blocks blocks={stream ? grown(stream) : final} caret={live} />
          </MessageSurface>
        </LiveContext>
        {message.edited && !live && <span className={styles['edited']}> (edited)</span>}
      </div>
      {ending && <p className={styles['ending']}>{ending}</p>}
    </>
  )
}

function endingOf(message: ViewerMessage): string | undefined {
  if (message.ended_by === 'reader') return 'Stopped'
  if (message.streaming_state === 'errored') return 'Reply was interrupted'
  return undefined
}
