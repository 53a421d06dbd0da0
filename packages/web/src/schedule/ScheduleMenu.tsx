import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { keep } from '#store/client/keep.ts'
import { ClockIcon } from '#ui/lateIcons.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import type { Written } from '#composer/written.ts'
import { t } from '#words/t.ts'
import { formatWhen, suggestTimes } from './scheduleTimes.ts'
import { serverNow } from './serverTime.ts'
import icon from '#ui/IconButton.module.css'

export type ScheduledContent = Written & { channel: string; threadTs: string | undefined; broadcast: boolean }

type Props = {
  /** Why nothing can be scheduled now. */
  unavailable: string | undefined
  content: () => ScheduledContent
  onScheduled: (content: ScheduledContent) => void
  onProblem: (problem: string) => void
}

/** The button beside Send, with times at which the message can be sent instead. */
export function ScheduleMenu({ unavailable, content, onScheduled, onProblem }: Props) {
  async function schedule(postAt: number): Promise<string | undefined> {
    const scheduled = content()
    const { threadTs, ...message } = scheduled
    if (/^\/(?!me\s)[a-z]/i.test(message.text)) return t('A command cannot be scheduled.')
    const thread = threadTs === undefined ? {} : { thread_ts: threadTs }
    const result = await keep({ type: 'schedule', ...message, ...thread, post_at: postAt })
    if (!result.ok) return result.detail
    onScheduled(scheduled)
    return undefined
  }
  async function choose(at: Date) {
    const problem = await schedule(Math.floor(at.getTime() / 1000))
    if (problem !== undefined) onProblem(problem)
  }

  const now = serverNow()
  const times = suggestTimes(now)
  const own = { key: 'own', label: t('Another time…'), onSelect: openForm }
  const suggested = times.map(({ label, at }) => ({
    key: label,
    label,
    hint: formatWhen(at, now),
    onSelect: () => void choose(at),
  }))
  function openForm() {
    const [, tomorrow] = times
    openChannelDialog({ kind: 'schedule', at: tomorrow?.at ?? now, onChoose: schedule })
  }
  return (
    <Menu
      label={t('Schedule for later')}
      groups={[{ label: t('Schedule for later'), items: [...suggested, own] }]}
      align="end"
      button={(props) => (
        <button
          {...props}
          type="button"
          className={icon['button']}
          aria-label={t('Schedule for later')}
          data-tip={unavailable ?? t('Schedule for later')}
          disabled={unavailable !== undefined}
        >
          <ClockIcon />
        </button>
      )}
    />
  )
}
