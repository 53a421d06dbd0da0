import {
  Menu,
  MenuButton,
  MenuGroup,
  MenuGroupLabel,
  MenuItem as AriaMenuItem,
  MenuItemRadio,
  MenuProvider,
  useMenuStore,
} from '@ariakit/react/menu'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { ChevronIcon } from '#ui/icons.tsx'
import { ariaKeys, formatKeys } from '#keys/shortcuts.ts'
import type { MenuGroups, MenuItem } from './menuItems.ts'
import styles from './MenuPopup.module.css'

type Props = {
  label: string
  groups: MenuGroups
  anchor: RefObject<HTMLElement | null>
  /** Where it was asked for with the pointer. It opens there instead of below the anchor. */
  at?: { x: number; y: number } | undefined
  close: (returnsFocus?: boolean) => void
  align: 'start' | 'end'
}

/** Never cut off by a container that scrolls. */
const floating = { fixed: true, overflowPadding: 8, fitViewport: true, className: styles['menu'] }

export function MenuPopup({ label, groups, anchor, at, close, align }: Props) {
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
      {...floating}
      ref={menu}
      store={store}
      aria-label={label}
      aria-labelledby={undefined}
      gutter={at ? 0 : 4}
      getAnchorRect={(element) => (at ? { ...at, width: 0, height: 0 } : (element?.getBoundingClientRect() ?? null))}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Tab') close(false)
      }}
    >
      <Groups groups={groups} close={close} />
    </Menu>
  )
}

type GroupsProps = { groups: MenuGroups; close: () => void }

function Groups({ groups, close }: GroupsProps) {
  return groups.map(({ label: title, items }, i) => (
    <MenuGroup key={i} className={styles['group']}>
      {title && <MenuGroupLabel className={styles['title']}>{title}</MenuGroupLabel>}
      {items.map((item) =>
        item.groups ? (
          <Submenu key={item.key} item={item} groups={item.groups} close={close} />
        ) : (
          <Item key={item.key} item={item} close={close} />
        ),
      )}
    </MenuGroup>
  ))
}

/** An item that opens a menu beside it. Where there is no room, that lies over the first. */
function Submenu({ item: { label, icon }, groups, close }: GroupsProps & { item: MenuItem }) {
  return (
    <MenuProvider placement="right-start">
      <MenuButton render={<AriaMenuItem className={styles['item']} hideOnClick={false} />}>
        {icon}
        <span className={styles['text']}>{label}</span>
        <ChevronIcon size={12} className={styles['opens']} />
      </MenuButton>
      <Menu {...floating} unmountOnHide overlap gutter={2} shift={-5}>
        <Groups groups={groups} close={close} />
      </Menu>
    </MenuProvider>
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
