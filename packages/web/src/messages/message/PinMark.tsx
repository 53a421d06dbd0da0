import { useViewer } from '#blocks/viewer.ts'
import { PinIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import styles from './Message.module.css'

/** Says above a message that it is pinned, and by whom. */
export function PinMark({ by }: { by: string }) {
  const viewer = useViewer()
  return (
    <p className={styles['broadcast']} data-testid="pinned">
      <PinIcon size={12} />
      {by === viewer.userId ? t('Pinned by you') : t('Pinned by {name}', { name: viewer.user(by) ?? by })}
    </p>
  )
}
