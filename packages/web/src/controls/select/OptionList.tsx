import { replaceEmojiNames } from '@rivulet/blocks/emoji/inText'
import { useEffect, useRef, type RefObject } from 'react'
import { ElementText } from '#blocks/ElementText.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { useFloatingPosition } from './useFloatingPosition.ts'
import { AppBadge } from '#messages/authors/AppBadge.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import type { SelectItem, SelectItemGroup } from './selectItems.ts'
import styles from './OptionList.module.css'

type Props = {
  id: string
  anchor: RefObject<HTMLElement | null>
  groups: readonly SelectItemGroup[]
  active: number
  chosen: readonly SelectItem[]
  multiple: boolean
  /** Why no more items can be chosen; undefined while more can be chosen. */
  fullNote: string | undefined
  note: string | undefined
  label: string
  onSelect: (item: SelectItem) => void
  onHover: (index: number) => void
}

/** The list of a select, which floats next to its box. */
export function OptionList(props: Props) {
  const list = useRef<HTMLDivElement>(null)
  const { id, anchor, groups, active, chosen, multiple, fullNote, note, label, onSelect, onHover } = props
  useFloatingPosition(list, anchor)
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  let nextIndex = 0
  return (
    <div
      ref={list}
      className={styles['list']}
      onMouseDown={(event) => {
        // This press must neither take the focus from the input nor make the box around it close the list.
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div id={id} role="listbox" aria-label={label} aria-multiselectable={multiple || undefined}>
        {groups.map((group, i) => (
          <div key={i} role="group" aria-label={group.label}>
            {group.label && (
              <p className={styles['title']} aria-hidden="true">
                {replaceEmojiNames(group.label)}
              </p>
            )}
            {group.items.map((item) => {
              const index = nextIndex++
              const selected = chosen.some(({ key }) => key === item.key)
              return (
                <div
                  key={item.key}
                  id={`${id}-${index}`}
                  role="option"
                  className={styles['option']}
                  data-active={index === active || undefined}
                  aria-selected={selected}
                  aria-disabled={(fullNote !== undefined && !selected) || undefined}
                  onClick={() => onSelect(item)}
                  onMouseMove={() => index === active || onHover(index)}
                >
                  <ItemIcon item={item} />
                  <span className={styles['text']}>
                    <span dir="auto">{item.option ? <ElementText text={item.option.text} /> : item.label}</span>
                    {item.hint && (
                      <small dir="auto">
                        {item.option?.description ? <ElementText text={item.option.description} /> : item.hint}
                      </small>
                    )}
                  </span>
                  {item.user?.app_id && <AppBadge />}
                  {selected && <CheckIcon size={14} className={styles['check']} />}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {(note ?? fullNote) && (
        <p className={styles['note']} role="status">
          {note ?? fullNote}
        </p>
      )}
    </div>
  )
}

function ItemIcon({ item: { user, channel } }: { item: SelectItem }) {
  if (user) return <Avatar id={user.id} label={user.label} app={user.app_id !== undefined} size={20} />
  return channel ? (
    <span className={styles['icon']}>
      <ChannelIcon kind={channel.kind} />
    </span>
  ) : null
}
