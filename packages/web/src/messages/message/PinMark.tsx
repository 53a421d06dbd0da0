import { useViewer } from '#blocks/viewer.ts'
import { PinIcon } from '#ui/icons.tsx'
import styles from './Message.module.css'

/** Says above a message that it is pinned, and by whom. */
export function PinMark({ by }: { by: string }) {
  const viewer = useViewer()
  return (
    <p className={styles['broadcast']} data-testid="pinned">
      <PinIcon size={12} />
      Pinned by {by === viewer.userId ? 'you' : (viewer.user(by) ?? by)}
    </p>
  )
}
