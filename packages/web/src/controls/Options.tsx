import { useEffect, useRef, type RefObject } from 'react'
import { CheckIcon } from '#app/icons.tsx'
import { useFloating } from '#app/useFloating.ts'
import { AppBadge } from '#messages/AppBadge.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import { ChannelSign } from '#sidebar/Sidebar.tsx'
import type { Item, ItemGroup } from './choosable.ts'
import styles from './Select.module.css'

type Props = {
  id: string
  anchor: RefObject<HTMLElement | null>
  groups: readonly ItemGroup[]
  active: number
  chosen: readonly Item[]
  many: boolean
  /** Why no more can be chosen. */
  full: string | undefined
  note: string | undefined
  label: string
  onPick: (item: Item) => void
  onPoint: (at: number) => void
}

/** The list of a select, floating beside it. */
export function Options({ id, anchor, groups, active, chosen, many, full, note, label, onPick, onPoint }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useFloating(list, anchor, true)
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  let count = 0
  return (
    <div
      ref={list}
      className={styles['list']}
      onMouseDown={(event) => {
        // The cursor stays in the box, and the box does not take it for a press on itself.
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div id={id} role="listbox" aria-label={label} aria-multiselectable={many || undefined}>
        {groups.map((group, i) => (
          <div key={i} role="group" aria-label={group.label}>
            {group.label && (
              <p className={styles['title']} aria-hidden="true">
                {group.label}
              </p>
            )}
            {group.items.map((item) => {
              const at = count++
              const selected = chosen.some(({ key }) => key === item.key)
              return (
                <div
                  key={item.key}
                  id={`${id}-${at}`}
                  role="option"
                  className={styles['option']}
                  data-active={at === active || undefined}
                  aria-selected={selected}
                  aria-disabled={(full !== undefined && !selected) || undefined}
                  onClick={() => onPick(item)}
                  onMouseMove={() => at === active || onPoint(at)}
                >
                  <Sign item={item} />
                  <span className={styles['words']}>
                    <span>{item.label}</span>
                    {item.hint && <small>{item.hint}</small>}
                  </span>
                  {item.user?.app_id && <AppBadge />}
                  {selected && <CheckIcon size={14} className={styles['check']} />}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {(note ?? full) && (
        <p className={styles['note']} role="status">
          {note ?? full}
        </p>
      )}
    </div>
  )
}

function Sign({ item: { user, channel } }: { item: Item }) {
  if (user) return <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={20} />
  return channel ? (
    <span className={styles['sign']}>
      <ChannelSign kind={channel.kind} />
    </span>
  ) : null
}
