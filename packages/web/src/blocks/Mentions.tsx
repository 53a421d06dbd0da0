import type { RichTextStyle } from '@rivulet/blocks/block'
import type { MouseEvent } from 'react'
import { useViewer } from './viewer.ts'

type Props = { id: string; style?: RichTextStyle | undefined }

export function ChannelMention({ id, style }: Props) {
  const viewer = useViewer()
  const name = viewer.channel(id)
  const goTo = viewer.goToChannel
  if (name === undefined || !goTo || style?.unlink) return <span className="rv-channel">#{name ?? id}</span>
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    goTo(id)
  }
  return (
    <a className="rv-channel" href={`/c/${id}`} onClick={follow}>
      #{name}
    </a>
  )
}
