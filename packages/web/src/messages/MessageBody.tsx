import type { ViewerMessage } from 'rivulet/feedProtocol'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { useMemo, useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { LiveContext } from '#blocks/viewer.ts'
import { liveBlocks } from '#store/liveBlocks.ts'
import { useStream } from '#store/liveStreams.ts'
import type { LiveStream } from '#store/streams.ts'
import styles from './Message.module.css'

type Props = { channel: string; message: ViewerMessage; name: string }

/** The text of a message. While its reply grows, it alone is drawn again with each frame. */
export function MessageBody({ channel, message, name }: Props) {
  const stream = useStream(channel, message.ts)
  if (stream) return <GrowingText stream={stream} />
  if (message.streaming_state === 'in_progress')
    return (
      <p className={styles['quiet']} data-testid="replying">
        {name} is replying…
      </p>
    )
  return <FinalText message={message} />
}

function GrowingText({ stream }: { stream: LiveStream }) {
  const [view] = useState(liveBlocks)
  const blocks = view(stream)
  return (
    <div className={styles['text']} data-testid="text">
      <LiveContext value>
        <Blocks blocks={blocks} caret />
      </LiveContext>
    </div>
  )
}

function FinalText({ message }: { message: ViewerMessage }) {
  const { blocks, text } = message
  const shown = useMemo(() => (blocks.length > 0 ? blocks : blocksFromMrkdwn(text)), [blocks, text])
  const ending = endingOf(message)
  return (
    <>
      <div className={styles['text']} data-testid="text">
        <Blocks blocks={shown} />
        {message.edited && <span className={styles['edited']}> (edited)</span>}
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
