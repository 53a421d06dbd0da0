import { useCallback, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { ErrorNote } from '#ui/error/ErrorNote.tsx'
import { channelTitle } from '#names/channelTitle.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { MoreIcon } from '#ui/icons.tsx'
import { MenuPopup } from '#ui/menu/Menu.tsx'
import type { MenuGroups } from '#ui/menu/menuItems.ts'
import { t } from '#words/t.ts'
import { focusRow } from './focusRow.ts'
import { rowGroups } from './rowGroups.tsx'
import { sidebarError } from './sidebarError.ts'
import { type Point, useAskForMenu } from './useAskForMenu.ts'
import { useDragRows } from './useDragRows.ts'
import { useRowsAtHand } from './useRowsAtHand.ts'
import styles from './RowActions.module.css'

type OpenMenu = { row: HTMLElement; at: Point | undefined; button: HTMLElement | undefined }

/**
 * [SDB-3] What is done with the rows of the list that it stands in: their menus, and dragging. The rows know nothing of it,
 * and only those at hand have a button.
 */
export function RowActions() {
  const [list, setList] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<OpenMenu>()
  const error = useStore(sidebarError, ({ text }) => text)
  const state = useWorkspace((all) => all)
  const atHand = useRowsAtHand(list)
  const place = useDragRows(list)
  useAskForMenu(
    list,
    useCallback((row, at) => setOpen({ row, at, button: undefined }), []),
  )

  const rows = [...new Set([...atHand, ...(open ? [open.row] : [])])].filter((row) => row.isConnected)
  const channelOf = (row: HTMLElement) => state.channels[row.dataset['channel'] ?? '']
  const opened = open && channelOf(open.row)
  return (
    <div ref={useCallback((node: HTMLElement | null) => setList(node?.parentElement ?? null), [])}>
      {rows.map((row) => {
        const channel = channelOf(row)
        return (
          channel &&
          createPortal(
            <button
              type="button"
              className={styles['more']}
              aria-haspopup="menu"
              aria-expanded={open?.row === row}
              aria-label={t('{name}: more actions', { name: channelTitle(channel, state) })}
              data-tip=""
              onClick={({ currentTarget }) =>
                setOpen(open?.row === row ? undefined : { row, at: undefined, button: currentTarget })
              }
            >
              <MoreIcon size={14} />
            </button>,
            row,
            channel.id,
          )
        )
      })}
      {open && opened && (
        <RowMenu
          key={opened.id}
          open={open}
          label={t('{name}: more actions', { name: channelTitle(opened, state) })}
          groups={rowGroups({ channel: opened, state, ...neighbours(open.row) })}
          close={() => setOpen(undefined)}
        />
      )}
      {place && (
        <span
          className={styles['mark']}
          data-line={place.mark.height < 4 || undefined}
          data-testid="drop-mark"
          style={place.mark}
        />
      )}
      {error && (
        <ErrorNote
          text={error}
          onDismiss={() => sidebarError.setState({ text: undefined })}
          className={styles['error']}
        />
      )}
    </div>
  )
}

type MenuProps = { open: OpenMenu; label: string; groups: MenuGroups; close: () => void }

function RowMenu({ open: { row, at, button }, label, groups, close }: MenuProps) {
  const link = row.querySelector('a')
  const anchor = useRef<HTMLElement>(button ?? link)
  return (
    <MenuPopup
      label={label}
      groups={groups}
      anchor={anchor}
      at={at}
      align="start"
      close={(returnsFocus = true) => {
        close()
        if (returnsFocus) focusRow(row.dataset['channel'] ?? '')
      }}
    />
  )
}

function neighbours(row: HTMLElement) {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-channel]') ?? [])]
  const at = rows.indexOf(row)
  const idAt = (place: number) => (place < 0 ? undefined : rows[place]?.dataset['channel'])
  return { above: idAt(at - 1), below: idAt(at + 1), afterBelow: idAt(at + 2) }
}
