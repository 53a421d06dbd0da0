import { safeHref } from '@rivulet/blocks/links'
import type { Overflow } from '@rivulet/blocks/types'
import { ElementText } from '#blocks/ElementText.tsx'
import { useInteractiveElement } from '#controls/surface/useInteractiveElement.ts'
import { MoreIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'
import styles from './IconControl.module.css'
import pending from './PendingButton.module.css'

/** An `overflow` element: a menu behind three dots. */
export function OverflowMenu({ element }: { element: Overflow }) {
  const interactive = useInteractiveElement(element)
  if (!interactive) return null
  const { interact, pending: isPending } = interactive
  const items = element.options.map((option, i) => ({
    key: String(i),
    label: <ElementText text={option.text} />,
    hint: option.description && <ElementText text={option.description} />,
    href: option.url === undefined ? undefined : safeHref(option.url),
    onSelect: () => void interact({ kind: 'options', options: [option] }),
  }))
  return (
    <Menu
      label={t('More actions')}
      groups={[{ items }]}
      align="end"
      button={(props) => (
        <button
          {...props}
          type="button"
          className={`${pending['button']} ${styles['icon']}`}
          data-boxed=""
          data-waiting={isPending || undefined}
          aria-label={t('More actions')}
          data-tip=""
          aria-busy={isPending || undefined}
          onClick={() => isPending || props.onClick()}
        >
          <span className={pending['content']}>
            <MoreIcon />
          </span>
        </button>
      )}
    />
  )
}
