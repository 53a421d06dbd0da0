import type { Overflow } from '@rivulet/blocks/block'
import { safeHref } from '@rivulet/blocks/links'
import { MoreIcon } from '#app/icons.tsx'
import { Menu } from '#app/Menu.tsx'
import { TextOf } from '#blocks/TextOf.tsx'
import { useElement } from './scope.ts'
import styles from './Controls.module.css'

/** What else can be done: a menu behind three dots. */
export function More({ element }: { element: Overflow }) {
  const here = useElement(element)
  if (!here) return null
  const { ask, waiting } = here
  const items = element.options.map((option, i) => ({
    key: String(i),
    label: <TextOf text={option.text} />,
    hint: option.description && <TextOf text={option.description} />,
    href: option.url === undefined ? undefined : safeHref(option.url),
    onPick: () => void ask({ kind: 'options', options: [option] }),
  }))
  return (
    <Menu
      label="More actions"
      groups={[{ items }]}
      align="end"
      button={(props) => (
        <button
          {...props}
          type="button"
          className={styles['icon']}
          data-boxed=""
          data-waiting={waiting || undefined}
          aria-label="More actions"
          title="More actions"
          aria-busy={waiting || undefined}
          onClick={() => waiting || props.onClick()}
        >
          <span className={styles['words']}>
            <MoreIcon />
          </span>
        </button>
      )}
    />
  )
}
