import type { Block } from '@rivulet/blocks/types'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { drawBlocks } from '@rivulet/blocks/draw'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { useMemo } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { StreamingContext, useViewer, type Viewer } from '#blocks/viewer.ts'
import { MessageSurface } from '#controls/surface/MessageSurface.tsx'
import { EditedButton } from '#messages/versions/EditedButton.tsx'
import { useStream } from '#store/streams/useStream.ts'
import { lazyCode } from '#ui/lazy/lazyCode.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { t } from '#words/t.ts'
import styles from './Message.module.css'

const Attachments = lazyComponent(async () => (await import('#soon.ts')).Attachments)

/** What reads the Markdown of a streamed reply. Other messages come as blocks. */
const streamCode = lazyCode(() => import('#store/streams/streamBlocks.ts'))

type Props = { channel: string; message: ViewerMessage; name: string }

/**
 * The text of a message. While a reply is streamed, only this part renders again with each frame. Its elements stay the
 * same when the message becomes final, so that a selection and an open task are kept.
 */
export function MessageBody({ channel, message, name }: Props) {
  const opened = useStream(channel, message.ts)
  const code = streamCode.use(opened !== undefined)
  const toStreamBlocks = useMemo(() => code?.createStreamBlocks(), [code])
  const stream = toStreamBlocks && opened
  const { blocks, text } = message
  const viewer = useViewer()
  const final = useMemo(() => drawableBlocks(blocks, text, viewer), [blocks, text, viewer])
  if (!stream && message.streaming_state === 'in_progress')
    return (
      <p className={styles['quiet']} data-testid="replying">
        {t('{name} is replying…', { name })}
      </p>
    )
  const live = stream !== undefined
  const ending = live ? undefined : endingOf(message)
  return (
    <>
      <div
        className={styles['text']}
        data-testid="text"
        data-edited={(message.edited && !live) || undefined}
        data-me={message.me}
        data-flowing={(stream && stream.waiting.length > 0) || undefined}
      >
        <StreamingContext value={live}>
          <MessageSurface channel={channel} message={message} blocks={final} live={live}>
            <Blocks blocks={stream ? toStreamBlocks(stream) : final} caret={live} />
          </MessageSurface>
        </StreamingContext>
        {message.edited && !live && (
          <>
            {' '}
            <EditedButton channel={channel} ts={message.ts} />
          </>
        )}
      </div>
      {message.attachments && !live && (
        <Attachments channel={channel} message={message} attachments={message.attachments} />
      )}
      {ending && <p className={styles['ending']}>{ending}</p>}
    </>
  )
}

/** The blocks, or the text if there is nothing to see in them: a block may be of a kind that this client cannot draw. */
function drawableBlocks(blocks: readonly Block[], text: string, viewer: Viewer): readonly Block[] {
  if (blocks.length > 0 && drawBlocks(blocks, viewer).length > 0) return blocks
  const instead = blocksFromMrkdwn(text)
  return blocks.length > 0 && instead.length === 0 ? unknownContent : instead
}

const unknownContent: readonly Block[] = [
  {
    type: 'context',
    elements: [{ type: 'plain_text', text: t('This message has content that cannot be shown here.') }],
  },
]

function endingOf(message: ViewerMessage): string | undefined {
  if (message.ended_by === 'reader') return t('Stopped')
  if (message.streaming_state === 'errored') return t('Reply was interrupted')
  return undefined
}
