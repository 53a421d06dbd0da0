import type { IconButton } from '@rivulet/blocks/types'
import type { ReactNode } from 'react'
import { useViewer } from '#blocks/viewer.ts'
import { useInteractiveElement } from '#controls/surface/useInteractiveElement.ts'
import { CopyIcon, RefreshIcon, TrashIcon } from '#ui/icons.tsx'
import styles from './IconControl.module.css'
import pending from './PendingButton.module.css'

const icons: Partial<Record<string, ReactNode>> = {
  trash: <TrashIcon />,
  refresh: <RefreshIcon />,
  copy: <CopyIcon />,
}

/** An `icon_button` of an app. An icon that this client does not have is replaced by the button's text. */
export function ActionIconButton({ element }: { element: IconButton }) {
  const { userId } = useViewer()
  const interactive = useInteractiveElement(element)
  const { icon, text, accessibility_label: label = text.text, value, visible_to_user_ids: visibleTo } = element
  if (!interactive || (visibleTo && !visibleTo.includes(userId))) return null
  const { interact, pending: isPending } = interactive
  const drawing = Object.hasOwn(icons, icon) ? icons[icon] : undefined
  return (
    <button
      type="button"
      className={`${pending['button']} ${styles['icon']}`}
      data-frameless=""
      data-words={drawing ? undefined : true}
      data-waiting={isPending || undefined}
      aria-label={label}
      data-tip=""
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={() => isPending || void interact({ kind: 'press', value })}
    >
      <span className={pending['content']}>{drawing ?? text.text}</span>
    </button>
  )
}
