import { useWorkspace } from '#store/workspace/workspace.ts'
import { joinWords } from '#words/joinWords.ts'
import { t } from '#words/t.ts'
import { StopButton } from './StopButton.tsx'
import { useStopStreams } from './useStopStreams.ts'

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
    <StopButton
      stopping={stopping}
      words={apps.length > 1 ? t('Stop all') : t('Stop')}
      label={label}
      note={note}
      keyed={label === undefined}
      onClick={stop}
    />
  )
}
