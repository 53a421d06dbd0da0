import type { ViewerChannel } from 'rivulet/feedProtocol'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { BellIcon, MutedIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { t } from '#words/t.ts'
import { notifyGroups } from './notifyGroups.tsx'
import { notifyRuleOf, type NotifyRule } from './notifyRule.ts'

/** In the midst of a sentence. */
const told: Record<NotifyRule, string> = {
  all: t('all messages'),
  mentions: t('mentions of me'),
  nothing: t('nothing'),
}

type Props = { channel: ViewerChannel; className: string | undefined }

/** [REA-6] What the person is told of a channel. */
export function NotifyMenu({ channel, className }: Props) {
  const { muted = false } = channel
  const preferences = useWorkspace((state) => state.preferences)
  const current = notifyRuleOf(channel, preferences)
  const label = muted ? t('Notifications: muted') : t('Notifications: {rule}', { rule: told[current] })
  return (
    <Menu
      label={t('Notifications')}
      align="end"
      groups={notifyGroups(channel, preferences, (text) => messageErrors.set(channel.id, undefined, text))}
      button={(props) => (
        <button {...props} type="button" className={className} aria-label={label} data-tip="">
          {muted || current === 'nothing' ? <MutedIcon /> : <BellIcon />}
        </button>
      )}
    />
  )
}
