import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { deleteSection, moveSection } from '#sidebar/rows/moves.ts'
import { DownIcon, UpIcon } from '#sidebar/rows/rowIcons.tsx'
import { orTell } from '#sidebar/rows/sidebarError.ts'
import styles from '#sidebar/Sidebar.module.css'
import { MoreIcon, TrashIcon } from '#ui/icons.tsx'
import { EditIcon } from '#ui/lateIcons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'

type Props = { id: string; name: string; isFirst: boolean; isLast: boolean }

/** [SDB-3] What can be done with a section. */
export function SectionMenu({ id, name, isFirst, isLast }: Props) {
  const up = { key: 'up', label: t('Move up'), icon: <UpIcon />, onSelect: () => orTell(moveSection(id, -1)) }
  const down = { key: 'down', label: t('Move down'), icon: <DownIcon />, onSelect: () => orTell(moveSection(id, 1)) }
  const edit = {
    key: 'edit',
    label: t('Name and emoji…'),
    icon: <EditIcon />,
    onSelect: () => openChannelDialog({ kind: 'section', section: id }),
  }
  const remove = {
    key: 'delete',
    label: t('Delete section'),
    hint: t('Its conversations stay'),
    icon: <TrashIcon />,
    onSelect: () => orTell(deleteSection(id)),
  }
  const label = t('{name}: more actions', { name })
  return (
    <Menu
      label={label}
      align="end"
      groups={[{ items: [edit, ...(isFirst ? [] : [up]), ...(isLast ? [] : [down])] }, { items: [remove] }]}
      button={(props) => (
        <button {...props} type="button" className={styles['add']} aria-label={label} data-tip="">
          <MoreIcon size={14} />
        </button>
      )}
    />
  )
}
