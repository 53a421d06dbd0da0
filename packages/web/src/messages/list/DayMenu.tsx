import type { ComponentProps } from 'react'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { formatDay } from '#messages/message/times.ts'
import { ChevronIcon } from '#ui/icons.tsx'
import { CalendarIcon } from '#ui/lateIcons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'
import { jumpToDate, listDates } from './jumpToDate.ts'
import styles from './DayMenu.module.css'

export type DayMenuProps = { channel: string; at: Date }

/** The divider above the messages of a day. It leads to other days. */
export function DayMenu({ channel, at }: DayMenuProps) {
  const day = formatDay(at)
  const label = t('{day}, jump to another day', { day })
  return (
    <DateMenu
      channel={channel}
      at={at}
      // The arrow keys lead to it from the messages, and back.
      button={({ onKeyDown: _opens, ...props }) => (
        <button {...props} type="button" className={styles['day']} data-day tabIndex={-1} aria-label={label}>
          {day}
          <ChevronIcon size={12} />
        </button>
      )}
    />
  )
}

/** Leads to other days from the header of a channel. */
export function DateButton({ channel, className }: { channel: string; className: string | undefined }) {
  return (
    <DateMenu
      channel={channel}
      at={new Date()}
      align="end"
      button={(props) => (
        <button {...props} type="button" className={className} aria-label={t('Jump to a date')} data-tip="">
          <CalendarIcon />
        </button>
      )}
    />
  )
}

function DateMenu({ channel, at, ...menu }: DayMenuProps & Pick<ComponentProps<typeof Menu>, 'button' | 'align'>) {
  const dates = listDates(new Date()).map(({ label, hint, date }) => ({
    key: label,
    label,
    hint,
    onSelect: () => jumpToDate(channel, date),
  }))
  const other = { key: 'date', label: t('A date…'), onSelect: () => openChannelDialog({ kind: 'date', channel, at }) }
  return <Menu label={t('Jump to a date')} groups={[{ label: t('Jump to'), items: [...dates, other] }]} {...menu} />
}
