import type { ViewerMessage } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { useMemo, useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { StreamingContext } from '#blocks/viewer.ts'
import { MessageSurface } from '#controls/surface/MessageSurface.tsx'
import { createStreamBlocks } from '#store/streams/streamBlocks.ts'
import { useStream } from '#store/streams/useStream.ts'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; name: string }

/**
 * The text of a message. While a reply is streamed, only this part renders again with each frame. Its elements stay the
 * same when the message becomes final, so that a selection and an open task are kept.
 */
export function MessageBody({ channel, message, name }: Props) {
  const stream = useStream(channel, message.ts)
  const [toStreamBlocks] = useState(createStreamBlocks)
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
        <StreamingContext value={live}>
          <MessageSurface channel={channel} message={message} blocks={final} live={live}>
            <Blocks blocks={stream ? toStreamBlocks(stream) : final} caret={live} />
          </MessageSurface>
        </StreamingContext>
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
