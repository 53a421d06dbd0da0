import type { RichTextStyle } from '@rivulet/blocks/block'
import type { MouseEvent } from 'react'
import { useViewer } from './viewer.ts'
import styles from './RichText.module.css'

type Props = { id: string; style?: RichTextStyle | undefined }

export function UserMention({ id, style }: Props) {
  const viewer = useViewer()
  const self = id === viewer.you || style?.client_highlight === true
  return <Mention text={`@${viewer.user(id) ?? id}`} self={self} plain={style?.unlink} />
}

export function UsergroupMention({ id, style }: Props) {
  const viewer = useViewer()
  const group = viewer.usergroup(id)
  const self = group?.users.includes(viewer.you) === true || style?.client_highlight === true
  return <Mention text={`@${group?.handle.replace(/^@/, '') ?? id}`} self={self} plain={style?.unlink} />
}

export function BroadcastMention({ range }: { range: string }) {
  return <Mention text={`@${range}`} self />
}

export function ChannelMention({ id, style }: Props) {
  const viewer = useViewer()
  const name = viewer.channel(id)
  const goTo = viewer.goToChannel
  if (name === undefined || !goTo || style?.unlink) return <Mention text={`#${name ?? id}`} plain={style?.unlink} />
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    goTo(id)
  }
  return (
    <a className={styles['mention']} href={`/c/${id}`} onClick={follow}>
      #{name}
    </a>
  )
}

function Mention({ text, self, plain }: { text: string; self?: boolean; plain?: boolean | undefined }) {
  if (plain) return <span>{text}</span>
  return (
    <span className={styles['mention']} data-self={self || undefined}>
      {text}
    </span>
  )
}
