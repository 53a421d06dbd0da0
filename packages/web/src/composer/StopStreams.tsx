import { ariaKeys } from '#keys/shortcuts.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { StopIcon } from '#ui/icons.tsx'
import { joinWords } from '#words/joinWords.ts'
import { t } from '#words/t.ts'
import { useStopStreams } from './useStopStreams.ts'
import styles from './Composer.module.css'

/** A stream that can be stopped, and the app that writes it. */
export type OpenStream = { ts: string; app_id?: string }

type Props = {
  channel: string
  streams: readonly OpenStream[]
  /** What the button is called where there are several. */
  label?: string
}

/** [THR-12] The Stop button of a composer. It says if an app is not told. */
export function StopStreams({ channel, streams, label }: Props) {
  const users = useWorkspace((state) => state.users)
  const { stopping, stop } = useStopStreams(
    channel,
    streams.map(({ ts }) => ts),
  )
  const apps = [...new Set(streams.map(({ app_id: app }) => app))]
  const untold = Object.values(users).filter(
    ({ app_id: app, handles_stop: told }) => app && apps.includes(app) && !told,
  )
  const names = joinWords(untold.map(({ label }) => label))
  const note = names ? t('Ends the reply. {names} is not told, and may go on working.', { names }) : undefined
  return (
    <button
      type="button"
      className={styles['stop']}
      disabled={stopping}
      aria-label={label}
      aria-keyshortcuts={ariaKeys('stop')}
      data-shortcut="stop"
      title={note}
      aria-description={note}
      onClick={stop}
    >
      <StopIcon />
      {stopping ? t('Stopping…') : apps.length > 1 ? t('Stop all') : t('Stop')}
    </button>
  )
}
