import type { ViewerChannel, ViewerPreferences } from 'rivulet/feedProtocol'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { request } from '#store/client/pageClient.ts'
import { BellIcon, MutedIcon } from '#ui/icons.tsx'
import { ChosenMark } from '#ui/menu/ChosenMark.tsx'
import type { MenuGroups } from '#ui/menu/menuItems.ts'
import { t } from '#words/t.ts'
import { type NotifyRule, usualRule } from './notifyRule.ts'

const rules: readonly { rule: NotifyRule; label: string; hint?: string }[] = [
  { rule: 'all', label: t('All messages') },
  { rule: 'mentions', label: t('Mentions of me') },
  { rule: 'nothing', label: t('Nothing') },
]

/** [REA-6] The choices of what the person is told of a channel. The server keeps it. */
export function notifyGroups(
  channel: ViewerChannel,
  preferences: ViewerPreferences,
  onError: (text: string | undefined) => void,
): MenuGroups {
  const { id, muted = false } = channel
  const current = channel.notify ?? 'usual'
  const usual = rules.find(({ rule }) => rule === usualRule(channel, preferences))
  const set = async (rule: { muted?: boolean; notify?: NotifyRule | 'usual' }) => {
    const result = await request({ type: 'notify', channel: id, ...rule }, 'done')
    onError(result.ok ? undefined : result.detail)
  }
  return [
    {
      label: t('Notify me of'),
      items: [{ rule: 'usual' as const, label: t('As everywhere'), hint: usual?.label }, ...rules].map(
        ({ rule, label: text, hint }) => ({
          key: rule,
          label: text,
          hint,
          icon: <ChosenMark chosen={rule === current} />,
          checked: rule === current,
          onSelect: () => void set({ notify: rule }),
        }),
      ),
    },
    {
      items: [
        muted
          ? { key: 'mute', label: t('Unmute'), icon: <BellIcon />, onSelect: () => void set({ muted: false }) }
          : {
              key: 'mute',
              label: t('Mute'),
              hint: t('Nothing of it is counted or notified'),
              icon: <MutedIcon />,
              onSelect: () => void set({ muted: true }),
            },
        {
          key: 'settings',
          label: t('Notifications everywhere…'),
          icon: <ChosenMark />,
          onSelect: () => openChannelDialog({ kind: 'notifications' }),
        },
      ],
    },
  ]
}
