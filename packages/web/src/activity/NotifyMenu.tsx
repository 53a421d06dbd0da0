import type { ViewerChannel } from 'rivulet/feedProtocol'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { request } from '#store/client/pageClient.ts'
import { BellIcon, CheckIcon, MutedIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'
import { notifyRuleOf, type NotifyRule } from './notifyRule.ts'
import styles from './NotifyMenu.module.css'

const rules: readonly { rule: NotifyRule; label: string }[] = [
  { rule: 'all', label: t('All messages') },
  { rule: 'mentions', label: t('Mentions of me') },
  { rule: 'nothing', label: t('Nothing') },
]
/** The same in the midst of a sentence. */
const told: Record<NotifyRule, string> = {
  all: t('all messages'),
  mentions: t('mentions of me'),
  nothing: t('nothing'),
}

type Props = { channel: ViewerChannel; className: string | undefined }

/** [REA-6] What the person is told of a channel. The server keeps it. */
export function NotifyMenu({ channel, className }: Props) {
  const { id, muted = false } = channel
  const current = notifyRuleOf(channel)
  const label = muted ? t('Notifications: muted') : t('Notifications: {rule}', { rule: told[current] })
  const set = (rule: { muted?: boolean; notify?: NotifyRule }) =>
    void request({ type: 'notify', channel: id, ...rule }, 'done')
  return (
    <Menu
      label={t('Notifications')}
      align="end"
      groups={[
        {
          label: t('Notify me of'),
          items: rules.map(({ rule, label: text }) => ({
            key: rule,
            label: text,
            icon: <span className={styles['check']}>{rule === current && <CheckIcon />}</span>,
            checked: rule === current,
            onSelect: () => set({ notify: rule }),
          })),
        },
        {
          items: [
            muted
              ? { key: 'mute', label: t('Unmute'), icon: <BellIcon />, onSelect: () => set({ muted: false }) }
              : {
                  key: 'mute',
                  label: t('Mute'),
                  hint: t('Nothing of it is counted or notified'),
                  icon: <MutedIcon />,
                  onSelect: () => set({ muted: true }),
                },
            {
              key: 'settings',
              label: t('In this browser…'),
              icon: <span className={styles['check']} />,
              onSelect: () => openChannelDialog({ kind: 'notifications' }),
            },
          ],
        },
      ]}
      button={(props) => (
        <button {...props} type="button" className={className} aria-label={label} title={label}>
          {muted || current === 'nothing' ? <MutedIcon /> : <BellIcon />}
        </button>
      )}
    />
  )
}
