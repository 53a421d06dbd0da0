import { blocksOfAttachment } from '@rivulet/blocks/attachments'
import { drawAttachments } from '@rivulet/blocks/draw/attachments'
import { renderReact, type PartComponents } from '@rivulet/blocks/react'
import type { Attachment } from '@rivulet/blocks/types'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { memo, useMemo } from 'react'
import { blockParts } from '#blocks/Blocks.tsx'
import { useViewer } from '#blocks/viewer.ts'
import { MessageSurface } from '#controls/surface/MessageSurface.tsx'
import { Fold } from './Fold.tsx'
import styles from './Attachments.module.css'

type Props = { channel: string; message: ViewerMessage; attachments: readonly Attachment[] }

/** What is attached to a message: coloured cards of apps, and what apps say of links. */
export const Attachments = memo(function Attachments({ channel, message, attachments }: Props) {
  return attachments.map((attachment) => (
    <AttachmentCard key={attachment.id} channel={channel} message={message} attachment={attachment} />
  ))
})

/** One attachment. Its elements reach the app that wrote the message, or that said it of a link. */
function AttachmentCard({ channel, message, attachment }: Omit<Props, 'attachments'> & { attachment: Attachment }) {
  const viewer = useViewer()
  const blocks = useMemo(() => blocksOfAttachment(attachment), [attachment])
  return (
    <MessageSurface
      channel={channel}
      message={attachment.app_id === undefined ? message : { ...message, app_id: attachment.app_id }}
      attachment={attachment.id}
      blocks={blocks}
      live={false}
    >
      <div className={styles['attachment']} data-testid="attachment">
        {renderReact(drawAttachments([attachment], viewer), attachmentParts)}
      </div>
    </MessageSurface>
  )
}

const attachmentParts: PartComponents = { ...blockParts, fold: Fold }
