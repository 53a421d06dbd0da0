import type { IconButton } from '@rivulet/blocks/block'
import { DeletedIcon } from '#app/icons.tsx'
import { useViewer } from '#blocks/viewer.ts'
import { useElement } from './scope.ts'
import styles from './Controls.module.css'

/** A button that is a picture; one whose picture is not known here says its words. */
export function IconAction({ element }: { element: IconButton }) {
  const { you } = useViewer()
  const here = useElement(element)
  const { icon, text, accessibility_label: label = text.text, value, visible_to_user_ids: only } = element
  if (!here || (only && !only.includes(you))) return null
  const { ask, waiting } = here
  const known = icon === 'trash'
  return (
    <button
      type="button"
      className={styles['icon']}
      data-words={known ? undefined : true}
      data-waiting={waiting || undefined}
      aria-label={label}
      title={label}
      aria-disabled={waiting || undefined}
      aria-busy={waiting || undefined}
      onClick={() => waiting || void ask({ kind: 'press', value })}
    >
      <span className={styles['words']}>{known ? <DeletedIcon /> : text.text}</span>
    </button>
  )
}
