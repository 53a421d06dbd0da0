import {
  Menu,
  MenuGroup,
  MenuGroupLabel,
  MenuItem as AriaMenuItem,
  MenuItemRadio,
  useMenuStore,
} from '@ariakit/react/menu'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { ariaKeys, formatKeys } from '#keys/shortcuts.ts'
import type { MenuGroups, MenuItem } from './menuItems.ts'
import styles from './MenuPopup.module.css'

type Props = {
  label: string
  groups: MenuGroups
  anchor: RefObject<HTMLButtonElement | null>
  close: (returnsFocus?: boolean) => void
  align: 'start' | 'end'
}

export function MenuPopup({ label, groups, anchor, close, align }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const store = useMenuStore({
    open: true,
    // What has the focus by now keeps it.
    setOpen: (open) => open || close(menu.current?.contains(document.activeElement)),
    placement: `bottom-${align}`,
  })
  useLayoutEffect(() => {
    store.setDisclosureElement(anchor.current)
    store.setAnchorElement(anchor.current)
    store.setInitialFocus('first')
    store.setAutoFocusOnShow(true)
  }, [store, anchor])
  return (
    <Menu
      ref={menu}
      store={store}
      className={styles['menu']}
      aria-label={label}
      aria-labelledby={undefined}
      // Never cut off by a container that scrolls.
      fixed
      gutter={4}
      overflowPadding={8}
      fitViewport
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Tab') close(false)
      }}
    >
      {groups.map(({ label: title, items }, i) => (
        <MenuGroup key={i}>
          {title && <MenuGroupLabel className={styles['title']}>{title}</MenuGroupLabel>}
          {items.map((item) => (
            <Item key={item.key} item={item} close={close} />
          ))}
        </MenuGroup>
      ))}
    </Menu>
  )
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, hint, icon, shortcut, href, checked, onSelect } = item
  const props = { className: styles['item'], hideOnClick: false }
  const select = () => {
    close()
    onSelect?.()
  }
  const content = (
    <>
      {icon}
      <span className={styles['text']}>
        <span>{label}</span>
        {hint && <small>{hint}</small>}
      </span>
      {shortcut && formatKeys(shortcut) && <kbd aria-hidden="true">{formatKeys(shortcut)}</kbd>}
    </>
  )
  if (href !== undefined)
    return (
      <AriaMenuItem
        {...props}
        // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its content is that of the item
        render={<a href={href} target="_blank" rel="noopener noreferrer" />}
        onClick={select}
      >
        {content}
      </AriaMenuItem>
    )
  const keys = shortcut && ariaKeys(shortcut)
  if (checked !== undefined)
    return (
      <MenuItemRadio
        {...props}
        name="choice"
        value={item.key}
        checked={checked}
        aria-keyshortcuts={keys}
        onClick={select}
      >
        {content}
      </MenuItemRadio>
    )
  return (
    <AriaMenuItem {...props} aria-keyshortcuts={keys} onClick={select}>
      {content}
    </AriaMenuItem>
  )
}
