import { useEffect, useState } from 'react'
import { createIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import type { ReadStream } from './readStream.ts'
import { formatDuration } from './timelineShape.ts'
import styles from './StreamView.module.css'

const PlayIcon = createIcon(<path d="M5 3.25 12.5 8 5 12.75V3.25Z" fill="currentColor" />)
const PauseIcon = createIcon(<path d="M5.5 3.5v9m5-9v9" strokeWidth="2" />)

/** No pause in the playback is longer, milliseconds. */
const longestPause = 2000

type Props = { stream: ReadStream; step: number; onStep: (step: number) => void }

/** Goes from append to append, or plays them at the pace at which they came. */
export function Scrubber({ stream, step, onStep }: Props) {
  const { steps } = stream
  const last = steps.length - 1
  const [isPlaying, setPlaying] = useState(false)
  const [current, next] = [steps[step], steps[step + 1]]
  useEffect(() => {
    if (!isPlaying) return undefined
    if (!current || !next) {
      setPlaying(false)
      return undefined
    }
    const timer = setTimeout(() => onStep(step + 1), Math.min(next.to - current.to, longestPause))
    return () => clearTimeout(timer)
  }, [isPlaying, step, current, next, onStep])
  const first = steps[0]?.to ?? 0
  const after = formatDuration((current?.to ?? first) - first)
  const words = t('After {number} of {all}, +{time}', { number: step + 1, all: last + 1, time: after })
  return (
    <div className={styles['scrubber']}>
      <button
        type="button"
        className={styles['play']}
        aria-label={isPlaying ? t('Pause') : t('Play at its own pace')}
        data-tip=""
        disabled={last === 0}
        onClick={() => {
          if (!isPlaying && step === last) onStep(0)
          setPlaying(!isPlaying)
        }}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </button>
      <input
        type="range"
        min={0}
        max={last}
        value={step}
        aria-label={t('Moment of the stream')}
        aria-valuetext={words}
        onChange={(event) => {
          setPlaying(false)
          onStep(Number(event.target.value))
        }}
      />
      <output className={styles['moment']} data-testid="moment">
        {words}
      </output>
    </div>
  )
}
