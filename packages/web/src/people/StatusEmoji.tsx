import { resolveEmoji } from '@rivulet/blocks/emoji'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import styles from './StatusEmoji.module.css'

/** The emoji of a person's status. Its tooltip says the rest. */
export function StatusEmoji({ id }: { id: string }) {
  const status = useWorkspace((state) => state.users[id]?.status)
  const emoji = useWorkspace((state) => state.emoji)
  const shown = status?.emoji ? resolveEmoji({ name: status.emoji.replaceAll(':', '') }, emoji) : undefined
  if (!status || !shown) return null
  const label = status.text || status.emoji
  return (
    <span className={styles['emoji']} role="img" aria-label={t('Status: {name}', { name: label })} data-tip={label}>
      {'picture' in shown ? <img src={shown.picture} alt="" /> : shown.characters}
    </span>
  )
}
