import type { RichTextStyle } from '@rivulet/blocks/types'
import type { MouseEvent } from 'react'
import { useViewer } from './viewer.ts'

type Props = { id: string; style?: RichTextStyle | undefined }

export function ChannelMention({ id, style }: Props) {
  const viewer = useViewer()
  const name = viewer.channel(id)
  const { goToChannel } = viewer
  if (name === undefined || !goToChannel || style?.unlink) return <span className="rv-channel">#{name ?? id}</span>
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    goToChannel(id)
  }
  return (
    <a className="rv-channel" href={`/c/${id}`} onClick={follow}>
      #{name}
    </a>
  )
}
